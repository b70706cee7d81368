/** Queries against the real system. The table for macOS is tested here too: `ps` on Linux has the same columns. */
import { spawn } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { processes } from './processes.ts';
import { PsTable } from './ps-table.ts';

const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'marked'], {
  env: { TEST_MARK: `mark-${process.pid}` },
  stdio: 'ignore',
  detached: true,
});
const pid = child.pid as number;

afterAll(() => child.kill('SIGKILL'));

describe.each([
  ['the process table of this system', processes],
  ['the process table of macOS', new PsTable()],
])('%s', (_name, table) => {
  test('reads a running process', () => {
    expect(table.read(pid)).toMatchObject({
      hasEnded: false,
      parent: process.pid,
      group: pid,
      terminal: undefined,
      isInForeground: false,
    });
    expect(table.isRunning(pid)).toBe(true);
  });

  test('reads the command line', async () => {
    const words = await waitUntil(
      'the command',
      () => table.commandLine(pid).at(-1) === 'marked' && table.commandLine(pid),
    );
    expect(words[0]).toBe(process.execPath);
  });

  test('returns nothing for an ended process', () => {
    const gone = 2 ** 30;
    expect(table.read(gone)).toBeUndefined();
    expect(table.isRunning(gone)).toBe(false);
    expect(table.commandLine(gone)).toEqual([]);
    expect(table.variable(gone, 'PATH')).toBeUndefined();
  });
});

test('start marks do not change, and later processes have later marks', () => {
  const mark = processes.read(pid)?.startMark;
  expect(processes.read(pid)?.startMark).toBe(mark);
  expect(Number(mark)).toBeGreaterThanOrEqual(Number(processes.read(process.pid)?.startMark));
});

test('finds processes by a variable', async () => {
  const isMark = (value: string) => value === `mark-${process.pid}`;
  await waitUntil('the process', () => processes.findByVariable('TEST_MARK', isMark).includes(pid));
  expect(processes.variable(pid, 'TEST_MARK')).toBe(`mark-${process.pid}`);
  expect(processes.findByVariable('TEST_MARK', () => false)).toEqual([]);
});
