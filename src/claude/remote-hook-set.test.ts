import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { DEFAULT_EVENTS } from './hook-set.ts';
import { hubUrl, isLoopback, remoteHookSet } from './remote-hook-set.ts';
import { listHooks } from './settings-hooks.ts';

const target = {
  url: 'https://hub.example:8443/reins',
  headersFile: "/home/o'neil/.reins/hooks/0.headers",
  forwarder: '/home/me/.reins/hooks/ask.sh',
};

test('covers the whole conversation and everything that a local hub receives', () => {
  const events = Object.keys(remoteHookSet(target));
  expect(events).toEqual(expect.arrayContaining([...DEFAULT_EVENTS, 'PermissionRequest']));
  expect(events).toEqual(
    expect.arrayContaining([
      'MessageDisplay',
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'PostToolBatch',
    ]),
  );
  const all = Object.keys(remoteHookSet(target, { allEvents: true }));
  expect(all.length).toBeGreaterThan(events.length);
  expect(new Set(all).size).toBe(all.length);
});

test('omits events that an older Claude Code does not know', () => {
  const events = Object.keys(remoteHookSet(target, { claudeVersion: '2.1.78' }));
  expect(events).toContain('PostToolUse');
  expect(events).not.toContain('MessageDisplay');
});

test('contains no secret, has a short limit, and is valid shell', () => {
  for (const { command = '', event, ...rest } of listHooks({ hooks: remoteHookSet(target) })) {
    expect(command).not.toMatch(/bearer|authorization/i);
    expect(command).toContain("'/home/o'\\''neil/.reins/hooks/0.headers'");
    expect(command).toContain('https://hub.example:8443/reins/api/hooks');
    execFileSync('sh', ['-n', '-c', command]);
    if (!['PermissionRequest', 'Elicitation'].includes(event)) expect(rest).toMatchObject({ timeout: 2 });
  }
});

test('the environment cannot route hooks for this machine through a proxy', () => {
  const command = (url: string) => remoteHookSet({ ...target, url })['Stop']?.[0]?.hooks[0]?.command;
  expect(command('http://127.0.0.1:4820')).toContain("--noproxy '*'");
  expect(command('https://hub.example')).not.toContain('noproxy');
});

test.each([
  ['http://127.0.0.1:4820', 'http://127.0.0.1:4820'],
  ['http://127.0.0.1:4820/', 'http://127.0.0.1:4820'],
  ['https://Hub.Example/reins//', 'https://hub.example/reins'],
  ['https://hub.example/api', 'https://hub.example'],
  ['https://hub.example/api/hooks', 'https://hub.example'],
  ['http://[::1]:1/', 'http://[::1]:1'],
  ['hub.example:4820', undefined],
  ['ftp://hub.example', undefined],
  ['https://me:secret@hub.example', undefined],
  ['https://hub.example/?token=secret', undefined],
  ['', undefined],
])('the address %s is %s', (text, url) => {
  expect(hubUrl(text)).toBe(url);
});

test('recognizes addresses of this machine', () => {
  for (const url of ['http://localhost:1', 'http://127.1.2.3', 'http://[::1]:1', 'http://reins.localhost'])
    expect(isLoopback(url), url).toBe(true);
  for (const url of [
    'http://192.168.1.2',
    'http://localhost.example',
    'http://127.example',
    'http://[fe80::1]',
  ])
    expect(isLoopback(url), url).toBe(false);
});
