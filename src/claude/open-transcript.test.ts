import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OpenTranscript, openIfThere } from './open-transcript.ts';

function makeFile(content: string): { path: string; open: () => OpenTranscript } {
  const folder = mkdtempSync(join(tmpdir(), 'reins-transcript-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'transcript.jsonl');
  writeFileSync(path, content);
  const open = () => {
    const file = new OpenTranscript(path);
    onTestFinished(() => file.close());
    return file;
  };
  return { path, open };
}

const words = (lines: readonly { bytes: Buffer }[]) => lines.map(({ bytes }) => bytes.toString());

test('whole lines come in chunks; the rest of the last one is left for the next reading', () => {
  const { open } = makeFile('one\ntwo\nthr');
  const chunks = [...open().read(5, 0)];
  expect(chunks.map(({ lines }) => words(lines))).toEqual([['one'], ['two'], [], []]);
  expect(chunks.at(-1)).toMatchObject({ bytes: 0, position: 11, readTo: 8 });
});

test('a file that grows while it is read is read in large chunks, or as far as was asked for', () => {
  const { path, open } = makeFile('');
  const [file, other] = [open(), open()];
  appendFileSync(path, 'one\n'.repeat(20));
  expect([...file.read(1000, 0)].map(({ lines }) => lines.length)).toEqual([20, 0]);
  expect([...other.read(1000, 0, 8)].map(({ lines }) => lines.length)).toEqual([2]);
  expect([...other.read(1000, 8, 8)]).toMatchObject([{ lines: [], bytes: 0 }]);
});

test('knows the file that it continues: not one that was cut, or rewritten under the same inode', () => {
  const { path, open } = makeFile('one\ntwo\n');
  const mark = open().markAt(8);
  expect(open().continues(mark)).toBe(true);
  appendFileSync(path, 'three\n');
  expect(open().continues(mark)).toBe(true);
  truncateSync(path, 4);
  expect(open().continues(mark)).toBe(false);
  writeFileSync(path, 'ONE\ntwo\nthree\n');
  expect(open().continues(mark)).toBe(false);
  expect(open().continues({ ...open().markAt(8), inode: 0 })).toBe(false);
});

test('between two places only whole lines are read', () => {
  const { open } = makeFile('one\ntwo\nthree\n');
  const lines = (from: number, to: number) => open().linesBetween(from, to);
  expect(lines(0, 14).map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  expect(lines(2, 10)).toEqual([{ start: 4, end: 8, text: 'two' }]);
});

test('a file that is gone cannot be opened', () => {
  const { path } = makeFile('');
  rmSync(path);
  expect(openIfThere(path)).toBeUndefined();
  expect(() => new OpenTranscript(path)).toThrow('ENOENT');
});
