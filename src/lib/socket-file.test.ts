import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareSocketFolder, socketFileIn } from './socket-file.ts';

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, each with a NUL at the end. */
const LONGEST = 103;

test('a socket lies in its folder as long as its path fits', () => {
  expect(socketFileIn('/Users/somebody/.reins', 'hub.sock')).toBe('/Users/somebody/.reins/hub.sock');
});

test.each([
  [
    'a temporary folder of macOS',
    `/private/var/folders/zz/${'a'.repeat(30)}/T/reins-stage-Xy12Ab/home/.reins/runs`,
  ],
  ['letters of more than one byte', `/home/${'ü'.repeat(60)}`],
])('%s: the path stays short enough for every system', (_name, folder) => {
  const file = socketFileIn(folder, 'runner.sock');
  expect(Buffer.byteLength(file)).toBeLessThanOrEqual(LONGEST);
  expect(socketFileIn(folder, 'runner.sock')).toBe(file);
  expect(socketFileIn(`${folder}x`, 'runner.sock')).not.toBe(file);
});

test('a folder that others can enter is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-socket-'));
  try {
    prepareSocketFolder(join(folder, 'own', 'hub.sock'));
    expect(statSync(join(folder, 'own')).mode & 0o777).toBe(0o700);
    chmodSync(folder, 0o755);
    expect(() => prepareSocketFolder(join(folder, 'hub.sock'))).toThrow('must belong to you alone');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
