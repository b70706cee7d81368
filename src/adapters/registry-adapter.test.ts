/** Entries of Claude Code's list of live sessions that are older than what the stream has reported. */
import { expect, test } from 'vitest';
import type { RegistryEntry } from '../claude/registry-file.ts';
import { readRegistryChange } from './registry-adapter.ts';

const entry = (sessionId: string, status: string): RegistryEntry => ({
  ...{ pid: 7, procStart: '1', sessionId, status, statusUpdatedAt: 1000 },
});

/** The types of facts by session, for a process that serves the session `new`, after it has left `old`. */
const read = (before: RegistryEntry, now: RegistryEntry) =>
  readRegistryChange({
    ...{ before, now, at: 2000 },
    isOld: () => true,
    isServing: ({ sessionId }) => sessionId === 'new',
    hasLeft: ({ sessionId }) => sessionId === 'old',
  }).map(({ sessionId, drafts }) => [sessionId, ...drafts.map(({ type }) => type)]);

test('a late entry does not bring back the session that the process has left', () => {
  expect(read(entry('old', 'idle'), entry('old', 'busy'))).toEqual([]);
  expect(read(entry('old', 'busy'), entry('new', 'idle'))).toEqual([['new', 'activity_changed']]);
});

test('a process may return to a session that it has left', () => {
  expect(read(entry('new', 'idle'), entry('old', 'idle'))).toEqual([
    ['new', 'run_ended'],
    ['old', 'run_started', 'activity_changed'],
  ]);
});
