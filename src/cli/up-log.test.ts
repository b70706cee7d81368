import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boundUpLog, MAX_LOG_BYTES, openUpLog } from './up-log.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-up-log-'));
  file = join(folder, 'up.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const outputTo = (fd: number) => ({
  fd,
  write: (text: string | Uint8Array) => writeSync(fd, String(text)) > 0,
});

test('an endlessly written log stays bounded and keeps the newest output', () => {
  const fd = openUpLog(file);
  const [out, errors] = [outputTo(fd), outputTo(fd)];
  boundUpLog(file, [out, errors], 1000);
  for (let line = 0; line < 500; line += 1) {
    (line % 2 ? out : errors).write(`line ${line}\n`);
    expect(statSync(file).size).toBeLessThanOrEqual(1000);
  }
  closeSync(fd);
  const kept = readFileSync(`${file}.1`, 'utf8') + readFileSync(file, 'utf8');
  expect(kept.trimEnd().split('\n').at(-1)).toBe('line 499');
  expect(Buffer.byteLength(kept)).toBeGreaterThan(1000);
  expect(statSync(`${file}.1`).mode & 0o777).toBe(0o600);
});

test('leaves output to other files alone', () => {
  const elsewhere = join(folder, 'mine.log');
  const fd = openSync(elsewhere, 'a');
  writeFileSync(file, '');
  const output = outputTo(fd);
  boundUpLog(file, [output], 10);
  for (let line = 0; line < 10; line += 1) output.write('0123456789');
  closeSync(fd);
  expect(statSync(elsewhere).size).toBe(100);
  expect(existsSync(`${file}.1`)).toBe(false);
});

test('a large log is moved aside before the next start', () => {
  writeFileSync(file, Buffer.alloc(MAX_LOG_BYTES));
  closeSync(openUpLog(file));
  expect(statSync(file).size).toBe(0);
  expect(statSync(`${file}.1`).size).toBe(MAX_LOG_BYTES);
});
