import { expect, test } from 'vitest';
import { GrowingBlocks } from './growing-blocks.ts';
import { splitBlocks } from './render-markdown.ts';

const TEXT =
  '# Head\n\nA text\nof two lines.\n\n```ts\nconst a = 1;\n\nconst b = 2;\n```\n\n1. one\n\n2. two\n\nEnd.';

test('growing letter by letter gives the same blocks as the whole text', () => {
  const growing = new GrowingBlocks(splitBlocks);
  let blocks: readonly string[] = [];
  for (let length = 1; length <= TEXT.length; length++) blocks = growing.update(TEXT.slice(0, length));
  expect(blocks.join('')).toBe(TEXT);
  expect(blocks.filter((block) => block.trim() !== '')).toEqual(
    splitBlocks(TEXT).filter((block) => block.trim() !== ''),
  );
});

test('finished blocks are parsed once', () => {
  let read = 0;
  const growing = new GrowingBlocks((text) => {
    read += text.length;
    return splitBlocks(text);
  });
  let text = '';
  for (let block = 0; block < 200; block++) {
    text += `Paragraph number ${block}, a line of some length.\n\n`;
    growing.update(text);
  }
  expect(read).toBeLessThan(text.length * 4);
});

test('another text starts over', () => {
  const growing = new GrowingBlocks(splitBlocks);
  growing.update('One.\n\nTwo.');
  expect(growing.update('Three.').join('')).toBe('Three.');
});
