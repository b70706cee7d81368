/** Pictures and differences in a real emulator: existing viewers see the same as new ones. */
import xterm, { type Terminal } from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawDifference, drawPicture } from './draw-screen.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

const COLUMNS = 12;
const ROWS = 5;

interface Cell {
  readonly text: string;
  readonly style: string;
}
type Row = readonly Cell[];

const cell: fc.Arbitrary<Cell> = fc.record({
  text: fc.constantFrom('a', 'b', ' ', ' ', '你', 'é', 'e\u0301', '─'),
  style: fc.constantFrom('', '', '1', '41', '7', '38;5;200', '48;2;1;2;3', '3;4', '4:3', '58;5;3;4:3'),
});
/** Often one of a few, so that rows reappear in other places. */
const row: fc.Arbitrary<Row> = fc.oneof(
  fc.constantFrom(line(''), line('one'), line('two')),
  fc.array(cell, { maxLength: COLUMNS }).map((cells) => cells.slice(0, fitting(cells))),
);
const rows = fc.array(row, { minLength: ROWS, maxLength: ROWS });
const flags = fc.array(fc.constantFrom(0, 1), { minLength: 7, maxLength: 7 });
const cursor = fc.record({ x: fc.nat(COLUMNS - 1), y: fc.nat(ROWS - 1) });
const look = fc.record({ flags, cursor, isAlternate: fc.boolean() });

function line(text: string): Row {
  return [...text].map((letter) => ({ text: letter, style: '' }));
}

/** The number of cells with space. */
function fitting(cells: Row): number {
  let width = 0;
  const over = cells.findIndex(({ text }) => {
    width += text === '你' ? 2 : 1;
    return width > COLUMNS;
  });
  return over < 0 ? cells.length : over;
}

/**
 * Like `capture-pane -e`: a style that stays the same from one character to the next, even across line ends, is not
 * repeated.
 */
function print(lines: readonly Row[]): string[] {
  let last = '';
  return lines.map((cells) =>
    cells
      .map(({ text, style }) => {
        const code = style === last ? '' : `\x1b[0${style && `;${style}`}m`;
        last = style;
        return code + text;
      })
      .join(''),
  );
}

interface Look {
  readonly flags: readonly number[];
  readonly cursor: { readonly x: number; readonly y: number };
  readonly isAlternate: boolean;
}

function snapshot(above: readonly Row[], visible: readonly Row[], { flags, cursor, isAlternate }: Look) {
  const [isShown, ...modes] = flags;
  const state = [COLUMNS, ROWS, above.length, cursor.x, cursor.y, isShown, Number(isAlternate), ...modes];
  return readSnapshot([state.join(' '), ...print([...above, ...visible])]);
}

const write = (terminal: Terminal, data: string) =>
  new Promise<void>((resolve) => terminal.write(data, resolve));

/** Everything visible in a terminal, and what keys and the mouse mean to it. */
async function seenAfter(...pieces: string[]) {
  const terminal = new xterm.Terminal({ allowProposedApi: true, cols: COLUMNS, rows: ROWS });
  for (const piece of pieces) await write(terminal, piece);
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.length }, (_, at) => {
    const line = active.getLine(at);
    return Array.from({ length: COLUMNS }, (_, column) => {
      const cell = line?.getCell(column);
      if (!cell) return '';
      const marks = [cell.isBold(), cell.isItalic(), cell.isUnderline(), cell.isInverse()];
      const colours = [cell.getFgColorMode(), cell.getFgColor(), cell.getBgColorMode(), cell.getBgColor()];
      return `${cell.getChars() || ' '}/${cell.getWidth()}/${[...marks, ...colours].join(',')}`;
    });
  });
  const { isCursorHidden } = (terminal as unknown as { _core: { coreService: { isCursorHidden: boolean } } })
    ._core.coreService;
  const seen = {
    ...{ lines, type: active.type, top: active.baseY, isCursorHidden },
    cursor: [active.cursorX, active.cursorY],
    modes: terminal.modes,
  };
  terminal.dispose();
  return seen;
}

async function expectSame(from: Snapshot, to: Snapshot): Promise<void> {
  const difference = drawDifference(from, to);
  if (difference === undefined) throw new Error('a whole picture was asked for');
  expect(await seenAfter(drawPicture(from), difference)).toEqual(await seenAfter(drawPicture(to)));
}

test('a difference turns one screen into the other', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      rows,
      look,
      look,
      fc.array(fc.boolean()),
      async (one, other, before, after, kept) => {
        const changed = other.map((row, at) => (kept[at] ? (one[at] ?? row) : row));
        const { isAlternate } = before;
        await expectSame(snapshot([], one, before), snapshot([], changed, { ...after, isAlternate }));
      },
    ),
    { numRuns: 100 },
  );
});

test('existing viewers get the lines that scroll out into their history', async () => {
  const scrolled = fc.record({ old: fc.array(row, { maxLength: 8 }), by: fc.integer({ min: 1, max: ROWS }) });
  await fc.assert(
    fc.asyncProperty(
      rows,
      rows,
      look,
      look,
      scrolled,
      fc.boolean(),
      async (one, fresh, before, after, { old, by }, isRewritten) => {
        const left = isRewritten ? fresh.slice(0, by) : one.slice(0, by);
        const now = [...one.slice(by), ...fresh].slice(0, ROWS);
        const plain = { isAlternate: false };
        await expectSame(
          snapshot(old, one, { ...before, ...plain }),
          snapshot([...old, ...left], now, { ...after, ...plain }),
        );
      },
    ),
    { numRuns: 100 },
  );
});

const still: Look = { flags: [1, 0, 0, 0, 0, 0, 0], cursor: { x: 0, y: 0 }, isAlternate: false };
const empty: Row[] = Array.from({ length: ROWS }, () => []);

test('redraws only rows that look different', () => {
  const bold = [{ text: 'b', style: '1' }];
  const from = snapshot([], [line('a'), line('same'), ...empty.slice(2)], still);
  expect(drawDifference(from, snapshot([], [line('a'), line('same'), ...empty.slice(2)], still))).toBe('');
  // The style of the first row continues in tmux's output.
  const to = snapshot([], [bold, line('same'), ...empty.slice(2)], still);
  expect(drawDifference(from, to)).toBe(
    '\x1b[?2026h\x1b[1;1H\x1b[2K\x1b[1mb\x1b[0m\x1b[1;1H\x1b[?25h\x1b[?2026l',
  );
});

test('needs a whole picture for another size, another screen, or more scrolled lines than were seen', () => {
  const from = snapshot([], empty, still);
  expect(drawDifference(from, snapshot([], empty, { ...still, isAlternate: true }))).toBeUndefined();
  expect(drawDifference(from, { ...from, columns: 80 })).toBeUndefined();
  expect(drawDifference(from, { ...from, rows: from.rows.slice(1) })).toBeUndefined();
  expect(drawDifference(from, { ...from, historySize: 2, above: ['a'] })).toBeUndefined();
  expect(drawDifference({ ...from, historySize: 2 }, from)).toBeUndefined();
});

test('the shell output before a full-screen program is not part of its picture', () => {
  const shell = [line('$ one'), line('$ two')];
  expect(drawPicture(snapshot(shell, empty, { ...still, isAlternate: true }))).not.toContain('$');
  expect(drawPicture(snapshot(shell, empty, still))).toContain('$ one\r\n$ two\r\n');
});
