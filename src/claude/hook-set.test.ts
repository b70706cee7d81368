import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { DEFAULT_EVENTS_SINCE, hookSet } from './hook-set.ts';

const target = { socket: '/home/me/.reins/hub.sock', forwarder: '/home/me/.reins/hooks/ask.sh' };
const odd = { socket: "/tmp/it's $HOME/hub.sock", forwarder: '/tmp/a "b" `c`/ask.sh' };
const hooksOf = (set: ReturnType<typeof hookSet>) =>
  Object.entries(set).flatMap(([event, groups]) =>
    groups.flatMap(({ hooks }) => hooks.map((hook) => ({ event, ...hook }))),
  );

test('no event of a tool call by default; asks by a command of their own', () => {
  const events = Object.keys(hookSet(target));
  expect(events).toHaveLength(13);
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

test('what observes never holds Claude up', () => {
  for (const { event, async, timeout } of hooksOf(hookSet(target, { allEvents: true })))
    if (event !== 'PermissionRequest')
      expect({ event, async, timeout }).toEqual({ event, async: true, timeout: 2 });
});

test('all events, but for those where a hook takes the place of what Claude does', () => {
  const events = Object.keys(hookSet(target, { allEvents: true }));
  expect(new Set(events).size).toBe(31);
  expect(events.filter((event) => event.startsWith('Worktree'))).toEqual([]);
});

test('an older Claude Code gets the events it knows', () => {
  const count = (claudeVersion: string, allEvents = false) =>
    Object.keys(hookSet(target, { claudeVersion, allEvents })).length;
  expect([DEFAULT_EVENTS_SINCE, '2.1.77', '2.1.75', '2.0.0'].map((version) => count(version))).toEqual([
    13, 12, 9, 7,
  ]);
  expect(['2.1.325', '2.1.84', '2.1.70'].map((version) => count(version, true))).toEqual([31, 18, 11]);
});

test('the commands are silent and succeed where there is no hub, whatever the path', () => {
  for (const { command } of [...hooksOf(hookSet(target)), ...hooksOf(hookSet(odd))]) {
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  }
});
