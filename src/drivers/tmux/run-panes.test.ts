import { expect, test } from 'vitest';
import { readRow } from './run-panes.ts';

test('parses a row of the list of panes', () => {
  const run = { runId: 'run', paneId: '%4', pid: 12, sessionId: 'abc' };
  expect(readRow('run %4 12 0 status= signal= claude= serves=abc')).toMatchObject({
    ...run,
    claudePid: 12,
    isDead: false,
  });
  expect(readRow('run %4 12 0 status= signal= claude=13 serves=abc')).toMatchObject({
    ...run,
    claudePid: 13,
  });
  expect(readRow('run %4 12 1 status=0 signal= claude= serves=abc')).toMatchObject({
    isDead: true,
    ending: 'exited with code 0',
  });
  expect(readRow('run %4 12 1 status= signal=9 claude= serves=abc')).toMatchObject({
    ending: 'ended by signal 9',
  });
});

test('a pane that is not a run', () => {
  expect(readRow('keeper %0 11 1 status=0 signal= claude= serves=')).toBeUndefined();
});
