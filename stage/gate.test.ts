import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { Gate, holdCommand } from './gate.ts';

const never = new AbortController().signal;

test('a gate holds every arrival until it opens, then none', async () => {
  const gate = new Gate();
  const passed: string[] = [];
  const both = ['one', 'two'].map((name) => gate.pass(never).then(() => passed.push(name)));
  await gate.reached;
  expect(passed).toEqual([]);
  gate.open();
  await Promise.all(both);
  await gate.pass(never);
  expect(passed).toEqual(['one', 'two']);
});

test('a gate releases those that give up', async () => {
  const giveUp = new AbortController();
  const waiting = new Gate().pass(giveUp.signal);
  giveUp.abort();
  await expect(waiting).rejects.toThrow('abort');
});

for (const order of ['before', 'after'] as const) {
  test(`a held command ends when released ${order} it runs`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reins-held-'));
    const held = holdCommand(folder);
    if (order === 'before') held.release();
    const running = promisify(execFile)('sh', ['-c', held.command], { cwd: folder });
    if (order === 'after') held.release();
    expect((await running).stdout).toBe('released\n');
    rmSync(folder, { recursive: true });
  });
}
