import { expect, test } from 'vitest';
import { ReinsError } from '../../../protocol/errors.ts';
import type { Pane } from '../pane.ts';
import { PaneTerminal } from './pane-terminal.ts';

type Size = { readonly columns: number; readonly rows: number };

function start({ isOwn = true, isShown = true } = {}) {
  const usual = { columns: 200, rows: 50 };
  const sizes: Size[] = [];
  const screen = async () => ({ ...(sizes.at(-1) ?? usual), text: '', cursor: { column: 0, row: 0 } });
  const fit = async ({ columns, rows }: Size) => void sizes.push({ columns, rows });
  const typed: string[] = [];
  const type = async (data: string) => void typed.push(data);
  const pane = { id: '%1', screen, fit, type, paste: type } as unknown as Pane;
  const terminal = new PaneTerminal({
    ...{ pane, isOwn },
    claude: {
      exclusively: (act) => act(),
      isShown: () => isShown,
      requireShown: () => {
        if (!isShown) throw new ReinsError('blocked', 'Claude Code is suspended.');
      },
    },
  });
  return { terminal, sizes, usual, typed };
}

test('restores the size after the viewer who changed it has left', async () => {
  const { terminal, sizes, usual } = start();
  await terminal.fit({ columns: 40, rows: 20 });
  expect(sizes).toEqual([{ columns: 40, rows: 20 }, usual]);
});

test('does not resize a window on a person’s own server', async () => {
  const { terminal, sizes } = start({ isOwn: false });
  await terminal.fit({ columns: 40, rows: 20 });
  expect(sizes).toEqual([]);
});

test('neither shows nor types into a terminal that a shell got back', async () => {
  const { terminal, typed } = start({ isOwn: false, isShown: false });
  const viewer = { isReady: () => true, onPicture: () => {}, onOutput: () => {}, onEnd: () => {} };
  expect(() => terminal.open(viewer)).toThrow(/suspended/);
  await expect(terminal.type('rm -r x\r')).rejects.toMatchObject({ code: 'blocked' });
  await expect(terminal.paste('rm -r x')).rejects.toMatchObject({ code: 'blocked' });
  expect(typed).toEqual([]);
});
