import { expect, test } from 'vitest';
import { textWidth } from '../../lib/text-width.ts';
import { renderTable } from './table.ts';

const columns = [
  { header: 'NAME', flexible: true },
  { header: 'COST', align: 'right' as const },
  { header: 'WHERE', flexible: true },
];
const row = (...texts: string[]) => texts.map((text) => ({ text }));

test('aligns by visible width', () => {
  expect(renderTable(columns, [row('日本', '$1', 'a'), row('x', '$10.00', '')])).toBe(
    ['NAME    COST  WHERE', '日本      $1  a', 'x     $10.00'].join('\n'),
  );
});

test('cuts flexible columns, the widest first, to fit the terminal', () => {
  const lines = renderTable(columns, [row('a long name of a session', '$1', 'somewhere')], {
    width: 30,
  }).split('\n');
  expect(lines[1]).toBe('a long name…     $1  somewhere');
  for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(30);
});

test('colours only the text, not the space around it, and cleans it', () => {
  const paint = (text: string) => `<${text}>`;
  const painted = renderTable(columns, [[{ text: 'a\u001b[31m\nb', paint }, { text: '1' }, { text: 'c' }]]);
  expect(painted.split('\n')[1]).toBe('<a b>      1  c');
});
