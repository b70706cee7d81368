import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isProcessAlive, readStartMark } from './process-identity.ts';

test('a running process keeps its start mark', () => {
  const mark = readStartMark(process.pid);
  expect(mark).toBeTruthy();
  expect(readStartMark(process.pid)).toBe(mark);
  expect(isProcessAlive(process.pid, mark)).toBe(true);
});

test('the same pid with another start mark is another process', () => {
  expect(isProcessAlive(process.pid, 'some other time')).toBe(false);
});

test('an ended process is not alive', async () => {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  const pid = child.pid as number;
  await once(child, 'exit');
  expect(isProcessAlive(pid)).toBe(false);
});
