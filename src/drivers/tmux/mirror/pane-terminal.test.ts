import { expect, test } from 'vitest';
import type { Pane } from '../pane.ts';
import { PaneTerminal } from './pane-terminal.ts';

type Size = { readonly columns: number; readonly rows: number };

function start(isOwn = true) {
  const usual = { columns: 200, rows: 50 };
  const sizes: Size[] = [];
  const screen = async () => ({ ...(sizes.at(-1) ?? usual), text: '', cursor: { column: 0, row: 0 } });
  const fit = async ({ columns, rows }: Size) => void sizes.push({ columns, rows });
  const pane = { id: '%1', screen, fit } as unknown as Pane;
  const terminal = new PaneTerminal({
    ...{ pane, isOwn, env: {}, attachCommand: ['tmux'] },
    exclusively: (act) => act(),
  });
  return { terminal, sizes, usual };
}

test('a size that was wished by somebody who has left is not left behind', async () => {
  const { terminal, sizes, usual } = start();
  await terminal.fit({ columns: 40, rows: 20 });
  expect(sizes).toEqual([{ columns: 40, rows: 20 }, usual]);
});

test('a window that is not ours keeps its size', async () => {
  const { terminal, sizes } = start(false);
  await terminal.fit({ columns: 40, rows: 20 });
  expect(sizes).toEqual([]);
});
