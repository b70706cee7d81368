import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { DEFAULT_EVENTS_SINCE, hookSet } from './hook-set.ts';

const target = {
  socket: '/home/me/.reins/hub.sock',
  forwarder: '/home/me/.reins/hooks/ask.sh',
  relay: '/home/me/.reins/hooks/relay.sh',
  bell: '/home/me/.reins/relay/bell',
};
const odd = {
  socket: "/tmp/it's $HOME/hub.sock",
  forwarder: '/tmp/a "b" `c`/ask.sh',
  relay: '/tmp/a "b" `c`/relay.sh',
  bell: '/tmp/a "b" `c`/bell',
};
const hooksOf = (set: ReturnType<typeof hookSet>) =>
  Object.entries(set).flatMap(([event, groups]) =>
    groups.flatMap(({ hooks }) => hooks.map((hook) => ({ event, ...hook }))),
  );

test('has no tool call events by default; permission requests use their own command', () => {
  const events = Object.keys(hookSet(target));
  expect(events).toHaveLength(14);
  expect(events.filter((event) => /ToolUse|ToolBatch|MessageDisplay/.test(event))).toEqual([]);
  expect(hookSet(target)['PermissionRequest']).toEqual([
    {
      hooks: [
        {
          type: 'command',
          command: `[ -x ${target.forwarder} ] && ${target.forwarder} ${target.socket} || true`,
          timeout: 604_800,
        },
      ],
    },
  ]);
});

test('observing hooks never block Claude', () => {
  for (const { event, async, asyncRewake, timeout } of hooksOf(hookSet(target, { allEvents: true })))
    if (!['PermissionRequest', 'Elicitation'].includes(event) && !asyncRewake)
      expect({ event, async, timeout }).toEqual({ event, async: true, timeout: 2 });
});

test('covers all events except those where a hook replaces an action of Claude Code', () => {
  const events = Object.keys(hookSet(target, { allEvents: true }));
  expect(new Set(events).size).toBe(31);
  expect(events.filter((event) => event.startsWith('Worktree'))).toEqual([]);
});

test('an older Claude Code gets the events it knows', () => {
  const count = (claudeVersion: string, allEvents = false) =>
    Object.keys(hookSet(target, { claudeVersion, allEvents })).length;
  const versions = [DEFAULT_EVENTS_SINCE, '2.1.82', '2.1.77', '2.1.75', '2.0.0'];
  expect(versions.map((version) => count(version))).toEqual([14, 13, 12, 9, 7]);
  expect(['2.1.325', '2.1.84', '2.1.70'].map((version) => count(version, true))).toEqual([31, 18, 11]);
});

test('the commands are silent and succeed without a hub, whatever the path', () => {
  for (const { command } of [...hooksOf(hookSet(target)), ...hooksOf(hookSet(odd))]) {
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  }
});

test('carries messages in the background: at the end of a turn, and when the bell rings', () => {
  const carriers = hooksOf(hookSet(target)).filter(({ asyncRewake }) => asyncRewake);
  expect(carriers.map(({ event }) => event)).toEqual(['Stop', 'FileChanged']);
  for (const { command, timeout } of carriers) {
    expect(command).toBe(
      `[ -e ${target.bell} ] && [ -x ${target.relay} ] && exec ${target.relay} ${target.socket} ${target.bell} || true`,
    );
    expect(timeout).toBe(604_800);
  }
  expect(hookSet(target)['FileChanged']).toMatchObject([{ matcher: `${target.bell}|bell` }]);
});

test('an older Claude Code, which would wait for the carrier at the end of a turn, gets none', () => {
  const set = hooksOf(hookSet(target, { claudeVersion: '2.1.82' }));
  expect(set.some(({ asyncRewake }) => asyncRewake)).toBe(false);
});

test('does not watch a bell whose path would be read as a pattern', () => {
  expect(Object.keys(hookSet({ ...target, bell: '/home/me(too)/bell' }))).not.toContain('FileChanged');
});
