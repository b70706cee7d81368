import { expect, test } from 'vitest';
import { charWidth } from './char-widths.ts';

test('columns as tmux counts them', () => {
  const widths = (text: string) => [...text].map((one) => charWidth(one.codePointAt(0) ?? 0));
  expect(widths('aé─❯✳●⏸')).toEqual([1, 1, 1, 1, 1, 1, 1]);
  expect(widths('你好かハ한🎉✅❌（')).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2]);
  expect(widths('\u0301\u200d\ufe0f\x07')).toEqual([0, 0, 0, 0]);
  expect(charWidth(0xad)).toBe(1);
});
