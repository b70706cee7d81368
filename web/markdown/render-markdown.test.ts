import { expect, test } from 'vitest';
import { splitBlocks, toHtml } from './render-markdown.ts';

test.each(['*', '**', '_', '_a', '> ', '- ', '1. '])('many %j are shown as they are', (piece) => {
  const text = piece.repeat(5000);
  expect(toHtml(text)).toMatch(/^<pre><code>[^<]*<\/code><\/pre>$/);
  expect(splitBlocks(text)).toEqual([text]);
});

test('renders ordinary markdown of any length', () => {
  const list = '- **a** and `b`\n'.repeat(200);
  expect(toHtml(list)).toContain('<li><strong>a</strong>');
  expect(toHtml(`${'word *word*\n\n'.repeat(2000)}`)).toContain('<em>word</em>');
  expect(toHtml('- - > a')).toContain('<blockquote>');
});
