import { expect, test } from 'vitest';
import { COLOURED, PLAIN } from '../../lib/style.ts';
import { textWidth } from '../../lib/text-width.ts';
import { helpLine } from '../help/help-line.ts';
import { listWindow } from './list-window.ts';
import { markdownLines } from './markdown-lines.ts';
import { lineOf, rule, span, splitLine } from './spans.ts';
import { wrapSpans } from './wrap-spans.ts';

test('cuts the left, keeps the right, and fills the width', () => {
  expect(splitLine([span('a long title here')], [span('2 min')], 16)).toBe('a long ti… 2 min');
  expect(splitLine([span('短い日本語')], [span('now')], 14)).toBe('短い日本語 now');
  expect(splitLine([span('x')], [], 5)).toBe('x    ');
  expect(lineOf([span('one '), span('two', COLOURED.strong)], 6)).toBe('one \u001b[1mt…\u001b[22m');
});

test('session text cannot move the cursor or break the line', () => {
  const line = lineOf([span('a\u001b[2Jb\nc\u009b5md\u202e')], 20);
  expect(line).toBe('ab cd');
});

test('wraps painted text by its visible width', () => {
  const spans = [span('plain and '), span('strong words', COLOURED.strong), span(' after')];
  const lines = wrapSpans(spans, 12);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing colours is the purpose
  const bare = lines.map((line) => line.replace(/\u001b\[\d+m/g, ''));
  expect(bare).toEqual(['plain and', 'strong words', 'after']);
  expect(wrapSpans([span('aaaaaaaaaaaaaaaaaaaa')], 8)).toEqual(['aaaaaaaa', 'aaaaaaaa', 'aaaa']);
});

test('markdown keeps its text and code', () => {
  const text = '# Title\n\n- a **bold** word\n\n```ts\nconst a = 1;\n```';
  expect(markdownLines(text, 40, PLAIN)).toEqual([
    'Title',
    '',
    '- a bold word',
    '',
    '│ ts',
    '│ const a = 1;',
  ]);
  expect(markdownLines('- one two three four', 12, PLAIN)).toEqual(['- one two', '  three four']);
});

test('markdown keeps its nesting', () => {
  const list =
    '- [x] done\n- open\n  - inner **bold** word\n\n    ```js\n    run();\n    ```\n2. two\n   more';
  expect(markdownLines(list, 40, PLAIN)).toEqual([
    ...['- [x] done', '- open', '  - inner bold word', '', '    │ js', '    │ run();'],
    ...['2. two', '   more'],
  ]);
  const quoted = '> a quote\n> of two lines\n\nsee `__init__` and __init__';
  expect(markdownLines(quoted, 60, PLAIN)).toEqual(quoted.split('\n'));
  expect(markdownLines(`${'- '.repeat(60)}deep`, 200, PLAIN)).toEqual([`${'- '.repeat(60)}deep`]);
});

test('links show their address, and code has no backticks if it has a colour', () => {
  const text = 'see ([docs](a.md "The docs")), <https://a.example>, https://b.example and `x`';
  expect(markdownLines(text, 120, PLAIN)).toEqual([
    'see (docs (a.md "The docs")), <https://a.example>, https://b.example and `x`',
  ]);
  const [blue, grey, end] = ['\u001b[34m', '\u001b[90m', '\u001b[39m'];
  expect(markdownLines('[docs](a.md) and `x`', 80, COLOURED)).toEqual([
    `${blue}docs${end} ${grey}(a.md)${end} and ${blue}x${end}`,
  ]);
  expect(markdownLines('[https://bank.example](https://evil.example)', 80, PLAIN)).toEqual([
    'https://bank.example (https://evil.example)',
  ]);
  expect(markdownLines('```\nfour words of code\n\nend\n```', 12, PLAIN)).toEqual([
    ...['│ four words', '│ of code', '│', '│ end'],
  ]);
});

test('a rule has the given width', () => {
  for (const words of ['', 'Queue']) expect(textWidth(rule(words, 30, PLAIN.quiet))).toBe(30);
});

test('a list shows the chosen entry and its neighbours', () => {
  const entries = ['a', 'b', 'c', 'd', 'e'].map((name) => [name]);
  expect(listWindow(entries, 2, 3)).toEqual({
    ...{ lines: ['b', 'c', 'd'], above: 1, below: 1, owners: [1, 2, 3] },
  });
  expect(listWindow(entries, 4, 3).lines).toEqual(['c', 'd', 'e']);
  expect(listWindow([['head', 'a'], ['b']], 0, 9).lines).toEqual(['head', 'a', 'b']);
});

test('the help line shows the keys that fit, and always the help key', () => {
  const entries = [['a', 'allow'] as const, ['d', 'deny'] as const, ['w', 'deny with a reason'] as const];
  expect(helpLine(entries, 80, PLAIN)).toBe('a allow  d deny  w deny with a reason  ? keys');
  expect(helpLine(entries, 26, PLAIN)).toBe('a allow  d deny  ? keys');
});

test('omitted text is marked once', () => {
  expect(lineOf([span('one two'), span('  three'), span('  four')], 5)).toBe('one…');
});

test('a table has columns and at most the width of the screen', () => {
  const table = ['| Name | Count |', '|---|--:|', '| **日本** | 22 |', '| a \\| b | 333 |'].join('\n');
  expect(markdownLines(`before\n${table}\nafter`, 40, PLAIN)).toEqual([
    'before',
    'Name  │ Count',
    '──────┼──────',
    '日本  │    22',
    'a | b │   333',
    'after',
  ]);
  const wide = '| Name | What it is |\n|---|---|\n| one | words that need several lines here |';
  expect(markdownLines(wide, 22, PLAIN)).toEqual([
    'Name │ What it is',
    '─────┼────────────────',
    'one  │ words that need',
    '     │ several lines',
    '     │ here',
  ]);
  expect(markdownLines(wide, 10, PLAIN).every((line) => textWidth(line) <= 10)).toBe(true);
  expect(markdownLines(`\`\`\`\n${table}\n\`\`\``, 40, PLAIN)[0]).toBe('│ | Name | Count |');
});
