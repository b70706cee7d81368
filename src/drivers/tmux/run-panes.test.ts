import { expect, test } from 'vitest';
import { readRow } from './run-panes.ts';

test('a row of the list of panes', () => {
  const run = { runId: 'run', paneId: '%4', pid: 12, sessionId: 'abc' };
  expect(readRow('run %4 12 0 status= signal= serves=abc')).toMatchObject({ ...run, isDead: false });
  expect(readRow('run %4 12 1 status=0 signal= serves=abc')).toMatchObject({
    isDead: true,
    ending: 'exited with code 0',
  });
  expect(readRow('run %4 12 1 status= signal=9 serves=abc')).toMatchObject({ ending: 'ended by signal 9' });
});

test('a pane that is no run', () => {
  expect(readRow('keeper %0 11 1 status=0 signal= serves=')).toBeUndefined();
});
