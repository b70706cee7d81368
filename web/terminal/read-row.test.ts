import xterm from '@xterm/headless';
import { expect, test } from 'vitest';
import { tmuxWidths } from './char-widths.ts';
import { readRow, rowKey } from './read-row.ts';

/** The first row after a program wrote this output. */
async function rowOf(text: string, columns = 20) {
  const terminal = new xterm.Terminal({ allowProposedApi: true, cols: columns, rows: 3 });
  terminal.unicode.register(tmuxWidths);
  terminal.unicode.activeVersion = tmuxWidths.version;
  await new Promise<void>((done) => terminal.write(text, done));
  const { active } = terminal.buffer;
  const fits = (characters: string) => /^[\x20-\x7e]+$/.test(characters);
  const read = (row: number) => readRow(active.getLine(row), columns, active.getNullCell(), fits);
  return { runs: read(0), next: read(1), column: active.cursorX };
}

test('text of one style is one run, without trailing space', async () => {
  const { runs } = await rowOf('plain \x1b[1mbold\x1b[0m   ');
  expect(runs).toEqual(
    [{ text: 'plain ' }, { text: 'bold', look: { marks: 'bold' } }, { text: '   ' }].slice(0, 2),
  );
});

test('a background extends as far as it was drawn', async () => {
  const { runs } = await rowOf('\x1b[48;2;55;55;55mab   \x1b[0m');
  expect(runs).toEqual([{ text: 'ab   ', look: { ground: 'rgb(55, 55, 55)', marks: '' } }]);
});

test('colours: named, 256, RGB, inverse, faint', async () => {
  const { runs } = await rowOf('\x1b[31mr\x1b[38;5;196mc\x1b[38;2;1;200;3mx\x1b[0;7mi\x1b[0;2mf');
  const [red, cube, any, swapped, faint] = runs.map(({ look }) => look);
  expect(red?.color).toBe('rgb(226, 104, 94)');
  expect(cube?.color).toMatch(/^rgb\(255/);
  expect(any?.color).toBe('rgb(1, 200, 3)');
  expect(swapped).toMatchObject({ color: 'rgb(19, 18, 16)', ground: 'rgb(236, 232, 225)' });
  expect(faint?.color).not.toBe(undefined);
});

test('hidden text stays hidden', async () => {
  const { runs } = await rowOf('a\x1b[8msecret\x1b[0mb');
  expect(runs.map(({ text }) => text).join('')).toBe('a      b');
});

test('characters of other widths reserve their columns', async () => {
  const { runs, column } = await rowOf('a✅你é─');
  expect(runs).toEqual([
    { text: 'a' },
    { text: '✅', columns: 2 },
    { text: '你', columns: 2 },
    { text: 'é', columns: 1 },
    { text: '─', columns: 1 },
  ]);
  expect(column).toBe(7);
});

test('rows have the same key when they look the same', async () => {
  const key = async (text: string) => rowKey((await rowOf(text)).runs);
  expect(await key('a\x1b[1mb')).toBe(await key('a\x1b[1mb\x1b[0m  '));
  expect(await key('ab')).not.toBe(await key('a\x1b[1mb'));
  expect(await key('\x1b[31ma')).not.toBe(await key('\x1b[32ma'));
});
