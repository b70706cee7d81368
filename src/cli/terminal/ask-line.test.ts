import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { askLine } from './ask-line.ts';

test('returns the line, or undefined if the input ends without one', async () => {
  const output = new PassThrough();
  await expect(askLine('Name? ', { input: Readable.from(['Ann \n']), output })).resolves.toBe('Ann');
  await expect(askLine('Name? ', { input: Readable.from([]), output })).resolves.toBeUndefined();
});
