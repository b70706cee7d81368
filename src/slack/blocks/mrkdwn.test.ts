import { expect, test } from 'vitest';
import { piecesOf } from './limits.ts';
import { toMrkdwn } from './mrkdwn.ts';

test.each([
  ['# Title\n\ntext **bold** _em_ ~~gone~~', '*Title*\n\ntext *bold* _em_ ~gone~'],
  ['- a\n- b\n  1. c\n  2. d', '• a\n• b\n    1. c\n    2. d'],
  ['- [x] done\n- [ ] open', '• [x] done\n• [ ] open'],
  ['3. c\n4. d', '3. c\n4. d'],
  ['`a < b` and ``a ` b``', '`a &lt; b` and `a ˋ b`'],
  ['```ts\na && b\n```', '```\na &amp;&amp; b\n```'],
  ['> quoted\n> text', '> quoted\n> text'],
  ['[docs](https://a.example/?a=1&b=2)', '<https://a.example/?a=1&amp;b=2|docs>'],
  ['[file](src/a.ts)', 'file (src/a.ts)'],
  ['[x](javascript:alert)', 'x (javascript:alert)'],
  ['![shot](https://a.example/x.png)', '<https://a.example/x.png|shot>'],
  ['| a | b |\n|---|---|\n| 1 | 22 |', '```\na  b\n-  --\n1  22\n```'],
  ['**Bold *nested* end**', '*Bold _nested_ end*'],
  ['a &amp; b &lt; c', 'a &amp; b &lt; c'],
  ['a\n\n---\n\nb', 'a\n\n———\n\nb'],
])('%j', (markdown, mrkdwn) => {
  expect(toMrkdwn(markdown)).toBe(mrkdwn);
});

test('text can neither mention people nor hide where a link leads', () => {
  for (const hostile of ['<!channel>', '<@U123>', '&lt;!here&gt;', '[a](https://x.example "|<!here>")']) {
    expect(toMrkdwn(hostile)).not.toMatch(/<[!@#]/);
  }
  expect(toMrkdwn('<https://evil.example|ok>')).toBe('<https://evil.example%7Cok|https://evil.example¦ok>');
  expect(toMrkdwn('````\n```\n````')).toBe('```\nˋˋˋ\n```');
});

test('cuts between lines, and never inside of a character', () => {
  expect(piecesOf('aaaa\nbbbb\ncccc', 9)).toEqual(['aaaa\nbbbb', 'cccc']);
  expect(piecesOf('😀😀😀', 3)).toEqual(['😀', '😀', '😀']);
  expect(piecesOf('x'.repeat(25), 10).map(({ length }) => length)).toEqual([10, 10, 5]);
});
