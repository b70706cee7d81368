/** The live terminal in the page: a real Claude Code in a real tmux, looked at and typed into by a real Chromium. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { waitUntil } from '../../src/lib/wait-until.ts';
import { call, pause, say, scene } from '../../stage/screenplay.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';
import { begin, PATIENCE_MS, pageTest, told } from './page-test.ts';
import { asking } from './plays.ts';

const PICTURES = process.env['REINS_SCREENSHOTS'];

const making = scene(
  'make it',
  [call('Bash', { command: 'touch a.txt', description: 'Make a file' })],
  [say('All done. ✅ grün 你好 🎉 and so on.')],
);
const endless = scene('talk on', [say('I begin.'), pause(120_000), say('Never.')]);

/** What the page shows, row by row, as one would copy it. */
const shownBy = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-terminal-rows] > div')]
      .map((row) => (row.textContent ?? '').trimEnd())
      .join('\n')
      .trimEnd(),
  );

async function paneOf(hub: DrivenHub, id: string): Promise<string> {
  const { text } = await hub.ask('GET', `/sessions/${id}/screen`);
  const lines = (text as string).split('\n').map((line) => line.trimEnd());
  return lines.join('\n').trimEnd();
}

const shows = (page: Page, words: RegExp) =>
  waitUntil(`the page to show ${words}`, async () => words.test(await shownBy(page)), {
    timeoutMs: PATIENCE_MS,
    explain: () => words.source,
  });

const equalsPane = (page: Page, hub: DrivenHub, id: string) =>
  waitUntil(
    'the page to equal the pane',
    async () => (await shownBy(page)) === (await paneOf(hub, id)) && (await shownBy(page)) !== '',
    { timeoutMs: PATIENCE_MS },
  );

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `terminal-${name}.png`) });
}

const key = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Claude Code takes no keys in the first moments of a dialog. */
async function until(page: Page, words: RegExp, press: () => Promise<unknown>): Promise<void> {
  await waitUntil(
    `${words} after a key`,
    async () => {
      if (words.test(await shownBy(page))) return true;
      await press();
      return false;
    },
    { timeoutMs: PATIENCE_MS, everyMs: 1000 },
  );
}

describe('the terminal', { timeout: 240_000 }, () => {
  pageTest(
    'a whole small task on a phone, with the keys of the page alone',
    async ({ stage, hub, device }) => {
      stage.play(making, asking, endless);
      const page = await device({ scheme: 'dark' });
      const id = await begin(stage, hub, '', { driver: 'tmux', prompt: undefined });
      await page.goto(new URL(`/sessions/${id}`, hub.url).href);
      await page.getByRole('link', { name: 'Terminal' }).click();
      await shows(page, /manual mode on/);
      await equalsPane(page, hub, id);
      // Nobody is attached: the terminal has taken the width of the phone, and nothing is wider than it.
      expect((await hub.ask('GET', `/sessions/${id}/screen`)).columns).toBeLessThan(60);
      await picture(page, '1-begin');

      const field = page.getByLabel('Text to type into the terminal');
      await field.fill('make it');
      await key(page, 'Enter').click();
      await shows(page, /Do you want to proceed/);
      await equalsPane(page, hub, id);
      await picture(page, '2-permission');
      await until(page, /All done/, () => key(page, 'Enter').click());
      await equalsPane(page, hub, id);
      await picture(page, '3-done');

      await field.fill('choose a database');
      await key(page, 'Enter').click();
      await shows(page, /Which database/);
      await picture(page, '4-question');
      await until(page, /❯ 2/, () => key(page, 'Down').click());
      await until(page, /Which parts/, () => key(page, 'Enter').click());
      await picture(page, '5-second-question');
      await until(page, /\[✔\] Users/, () => key(page, 'Enter').click());
      await until(page, /Review your answers/, () => key(page, 'Right').click());
      await equalsPane(page, hub, id);
      await picture(page, '6-review');
      await until(page, /Thanks/, () => key(page, 'Enter').click());
      expect(JSON.stringify(told(stage))).toMatch(/PostgreSQL.*Users/s);

      await key(page, 'Shift+Tab').click();
      await shows(page, /accept edits on/);
      await field.fill('talk on');
      await key(page, 'Enter').click();
      await shows(page, /I begin/);
      await picture(page, '7-working');
      await until(page, /Interrupted/, () => key(page, 'Esc').click());
      await equalsPane(page, hub, id);
      await picture(page, '8-interrupted');
    },
  );
});
