import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isOwnSocket, prepareSocketFolder, socketFileIn } from './socket-file.ts';

/** `sun_path` is 104 bytes on macOS and 108 on Linux, each including a final NUL. */
const LONGEST = 103;

test('a socket is in its folder if its path fits', () => {
  expect(socketFileIn('/Users/someone/.reins', 'hub.sock')).toBe('/Users/someone/.reins/hub.sock');
});

test.each([
  [
    'a temporary folder of macOS',
    `/private/var/folders/zz/${'a'.repeat(30)}/T/reins-stage-Xy12Ab/home/.reins/runs`,
  ],
  ['multi-byte letters', `/home/${'ü'.repeat(60)}`],
])('%s: the path stays short enough for every system', (_name, folder) => {
  const file = socketFileIn(folder, 'runner.sock');
  expect(Buffer.byteLength(file)).toBeLessThanOrEqual(LONGEST);
  expect(socketFileIn(folder, 'runner.sock')).toBe(file);
  expect(socketFileIn(`${folder}x`, 'runner.sock')).not.toBe(file);
});

test('rejects a folder that other users can enter', () => {
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

test("prefers the user's runtime folder to the temporary one if it is private", async () => {
  const runtime = mkdtempSync(join(tmpdir(), 'rt-'));
  const long = `/home/${'a'.repeat(100)}/${runtime.slice(-6)}`;
  const place = (env = { XDG_RUNTIME_DIR: runtime }) => dirname(socketFileIn(long, 'hub.sock', env));
  try {
    const temporary = place({ XDG_RUNTIME_DIR: '' });
    expect(temporary).toBe(`/tmp/reins-${process.getuid?.()}`);
    expect(place()).toBe(join(runtime, 'reins'));
    expect(place({ XDG_RUNTIME_DIR: 'relative' })).toBe(temporary);
    expect(place({ XDG_RUNTIME_DIR: join(runtime, 'missing') })).toBe(temporary);
    chmodSync(runtime, 0o770);
    expect(place()).toBe(temporary);
    chmodSync(runtime, 0o700);
    symlinkSync(runtime, join(runtime, 'link'));
    expect(place({ XDG_RUNTIME_DIR: join(runtime, 'link') })).toBe(temporary);
    // A process with another environment has already created it in the temporary folder.
    const file = socketFileIn(long, 'hub.sock', {});
    prepareSocketFolder(file);
    const server = createServer().listen(file);
    await once(server, 'listening');
    expect(place()).toBe(temporary);
    server.close();
    await once(server, 'close');
  } finally {
    rmSync(runtime, { recursive: true });
  }
});

test('a socket is trusted if no other user can have created it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-socket-'));
  const file = join(folder, 'x.sock');
  const server = createServer().listen(file);
  try {
    await once(server, 'listening');
    expect(isOwnSocket(file)).toBe(true);
    expect(isOwnSocket(join(folder, 'missing'))).toBe(false);
    mkdirSync(join(folder, 'd'), { mode: 0o700 });
    expect(isOwnSocket(join(folder, 'd'))).toBe(false);
    chmodSync(folder, 0o777);
    expect(isOwnSocket(file)).toBe(false);
    chmodSync(folder, 0o700);
    if (process.getuid?.() !== 0) return;
    chownSync(file, 12_345, 12_345);
    expect(isOwnSocket(file)).toBe(false);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});
