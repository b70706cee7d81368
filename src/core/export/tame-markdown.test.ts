import { expect, test } from 'vitest';
import { tameMarkdown } from './tame-markdown.ts';

test.each([
  ['<b>x</b>', '&lt;b>x&lt;/b>'],
  ['a < b, x <- y, <3', 'a < b, x <- y, <3'],
  ['use `<div>` and ``a ` <b>``', 'use `<div>` and ``a ` <b>``'],
  ['not code: \\`<b>\\`', 'not code: \\`&lt;b>\\`'],
  ['\\<b>', '\\&lt;b>'],
  ['- `a\n- <b>`', '- `a\n- &lt;b>`'],
  ['`a\n` <b> `', '`a\n` &lt;b> `'],
  ['```html\n<b>\n```\n<b>', '```html\n<b>\n```\n&lt;b>'],
  ['``` not ` a fence\n<b>', '``` not ` a fence\n&lt;b>'],
  ['~~~\n```\n<b>', '~~~\n```\n<b>\n~~~'],
  ['# Head\n## Next\n#### Small', '#### Head\n#### Next\n#### Small'],
  ['[x](javascript:alert(1)) [y](https://z)', '[x](about:blank#javascript:alert(1)) [y](https://z)'],
])('%j', (text, tame) => {
  expect(tameMarkdown(text)).toBe(tame);
});
