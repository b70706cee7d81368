/** Helpers for terminal tests: the terminal on the page and its tmux pane. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { waitUntil } from '../../stage/patience.ts';
import { pressUntil } from '../../stage/press-until.ts';
import type { Stage } from '../../stage/stage.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';

const exec = promisify(execFile);

/** The rows on the page. */
export const shownBy = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-terminal-rows] > div')]
      .map((row) => (row.textContent ?? '').trimEnd())
      .join('\n')
      .trimEnd(),
  );

export async function paneOf(hub: DrivenHub, id: string): Promise<string> {
  const { text } = await hub.ask('GET', `/sessions/${id}/screen`);
  const lines = (text as string).split('\n').map((line) => line.trimEnd());
  return lines.join('\n').trimEnd();
}

export async function widthOf(hub: DrivenHub, id: string): Promise<number> {
  return (await hub.ask('GET', `/sessions/${id}/screen`)).columns as number;
}

export function shows(page: Page, words: RegExp): Promise<unknown> {
  let last = '';
  return waitUntil(
    `the page to show ${words}`,
    async () => {
      last = await shownBy(page);
      return words.test(last);
    },
    { explain: () => last },
  );
}

export function equalsPane(page: Page, hub: DrivenHub, id: string): Promise<unknown> {
  let last = ['', ''];
  return waitUntil(
    'the page to equal the pane',
    async () => {
      last = [await shownBy(page), await paneOf(hub, id)];
      return last[0] === last[1] && last[0] !== '';
    },
    { explain: () => last.join('\n===\n') },
  );
}

/** Presses until the page shows the words. */
export function until(page: Page, words: RegExp, press: () => Promise<unknown>): Promise<void> {
  const isShown = async () => words.test(await shownBy(page));
  return pressUntil(`${words} after a key`, isShown, press, { explain: () => shownBy(page) });
}

export const openTerminal = (page: Page, hub: DrivenHub, id: string) =>
  page.goto(new URL(`/sessions/${id}/terminal`, hub.url).href);

/** A key of the key bar, by its accessible name. */
export const barKey = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Attaches a client of this size to the run's terminal until the returned function is called. */
export async function attachPerson(
  stage: Stage,
  hub: DrivenHub,
  id: string,
  size: { readonly columns: number; readonly rows: number },
): Promise<() => Promise<unknown>> {
  const { command } = await hub.ask('GET', `/sessions/${id}/attach`);
  const tmux = (...args: string[]) =>
    exec('tmux', ['-S', join(stage.folder, 'person.sock'), '-f', '/dev/null', ...args], { env: stage.env });
  const { columns, rows } = size;
  const room = ['-x', String(columns), '-y', String(rows)];
  await tmux('new-session', '-d', '-s', 'person', ...room, '--', 'env', '-u', 'TMUX', ...command);
  return () => tmux('kill-server');
}

/** Counts the page's live terminals from now on. */
export function countTerminals(page: Page): () => number {
  const open = new Set<unknown>();
  page.on('websocket', (socket) => {
    if (!socket.url().endsWith('/terminal')) return;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  return () => open.size;
}

/** Drags a finger from one height to another. */
export async function swipe(page: Page, from: number, to: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 200, y }] });
  await touch('touchStart', from);
  for (let step = 1; step <= 10; step++) await touch('touchMove', from + ((to - from) * step) / 10);
  await touch('touchEnd');
  await cdp.detach();
}
