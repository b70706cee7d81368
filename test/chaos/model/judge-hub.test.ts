import { expect, test } from 'vitest';
import { judgeHub } from './judge-hub.ts';
import { answered, record } from './made-up-record.ts';

const rules = (made: Parameters<typeof record>[0]) => judgeHub(record(made)).map(({ rule }) => rule);
const CALLS = [answered('ada', {}, 504, { error: { code: 'run_not_responding' } })];

test('a start that failed with a stack trace, not one that explains what to do', () => {
  const output = 'Error: file is not a database\n    at acquireHomeLock (file:///dist/up.js:1:2)\n';
  expect(rules({ failedStarts: [{ at: 0, output }] })).toEqual(['start-crash']);
  expect(rules({ failedStarts: [{ at: 0, output: 'Delete hub.lock and start again.' }] })).toEqual([]);
});

test('a status that no client can act on, unless the disk was full', () => {
  expect(rules({ calls: CALLS })).toEqual(['odd-status']);
  const fault = { kind: 'fill-disk', atMs: 0, forMs: 10 } as const;
  expect(rules({ calls: CALLS, faults: [{ fault, at: 0, endedAt: 10 }] })).toEqual([]);
});
