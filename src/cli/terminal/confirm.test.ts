import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { confirm } from './confirm.ts';

test.each([
  ['y\n', true],
  [' YES \n', true],
  ['n\n', false],
  ['\n', false],
  ['yeah\n', false],
  ['ny\n', false],
  ['', false],
])('the answer %j counts as %s', async (words, expected) => {
  const output = new PassThrough();
  const input = new PassThrough();
  const answer = confirm('Words about /work.', 'Do you trust it?', { input, output });
  input.end(words);
  expect(await answer).toBe(expected);
  expect(String(output.read())).toMatch(/^Words about \/work\.\nDo you trust it\? \[y\/N\] /);
});
