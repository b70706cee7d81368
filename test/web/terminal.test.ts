/** The live terminal on the page: the real Claude Code in a real tmux, used from a real Chromium. */
import { describe, expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { asking } from '../../stage/plays.ts';
import { call, hold, say, scene } from '../../stage/screenplay.ts';
import { DESK } from './browser.ts';
import { look, takePicture } from './look.ts';
import { begin, lastToolResult, sharedPageTest as pageTest } from './page-test.ts';
import {
  attachPerson,
  barKey,
  countTerminals,
  equalsPane,
  openTerminal,
  shows,
  swipe,
  until,
  widthOf,
} from './terminal-page.ts';

const making = scene(
  'make it',
  [call('Bash', { command: 'touch a.txt', description: 'Make a file' })],
  [say('All done. ✅ grün 你好 🎉 and so on.')],
);
const reporting = scene('tell much', [
  say(Array.from({ length: 60 }, (_, at) => `Line ${at}.`).join('\n\n')),
]);
const endless = scene('talk on', [say('I begin.'), hold()]);

describe('the terminal', () => {
  pageTest(
    'a whole small task on a phone, with the keys of the page alone',
    async ({ stage, hub, device }) => {
      stage.play(making, asking, reporting, endless);
      const page = await device({ scheme: 'dark' });
      const id = await begin(stage, hub, '', { driver: 'tmux', prompt: undefined });
      await page.goto(new URL(`/sessions/${id}`, hub.url).href);
      await page.getByRole('link', { name: 'Terminal' }).click();
      await shows(page, /manual mode on/);
      // No one is attached, so the terminal gets the width of the phone.
      await waitUntil('the width of the phone', async () => (await widthOf(hub, id)) < 60);
      await equalsPane(page, hub, id);
      await takePicture(page, 'terminal-1-begin');

      const field = page.getByLabel('Text to type into the terminal');
      const press = (name: string) => barKey(page, name).click();
      await field.fill('make it');
      await press('Enter');
      await shows(page, /Do you want to proceed/);
      await equalsPane(page, hub, id);
      await takePicture(page, 'terminal-2-permission');
      await until(page, /All done/, () => press('Enter'));
      await equalsPane(page, hub, id);
      await takePicture(page, 'terminal-3-done');

      await field.fill('choose a database');
      await press('Enter');
      await shows(page, /Which database/);
      await takePicture(page, 'terminal-4-question');
      await until(page, /❯ 2/, () => press('Down'));
      await until(page, /Which parts/, () => press('Enter'));
      await takePicture(page, 'terminal-5-second-question');
      await until(page, /\[✔\] Users/, () => press('Enter'));
      await until(page, /Review your answers/, () => press('Right'));
      await equalsPane(page, hub, id);
      await takePicture(page, 'terminal-6-review');
      await until(page, /Thanks/, () => press('Enter'));
      expect(JSON.stringify(lastToolResult(stage))).toMatch(/PostgreSQL.*Users/s);

      await press('Shift+Tab');
      await shows(page, /accept edits on/);
      await field.fill('talk on');
      await press('Enter');
      await shows(page, /I begin/);
      await takePicture(page, 'terminal-7-working');
      await until(page, /Interrupted/, () => press('Esc'));
      await equalsPane(page, hub, id);
      expect(await look(page, 'terminal-8-interrupted')).toEqual([]);

      // Dragging the screen down shows earlier output, as a wheel does.
      await field.fill('tell much');
      await press('Enter');
      await shows(page, /Line 59/);
      await until(page, /Line [0-3]?\d\./, () => swipe(page, 150, 450));
      await takePicture(page, 'terminal-9-scrolled');
      await until(page, /Line 59/, () => swipe(page, 450, 150));
      await equalsPane(page, hub, id);

      // A dialog that only the terminal shows has a card that leads there.
      await field.fill('/model');
      await press('Enter');
      await shows(page, /Select model/);
      await page.getByRole('link', { name: 'Conversation' }).click();
      await page.getByText('Claude is waiting in its terminal').waitFor();
      expect(await look(page, 'terminal-wait')).toEqual([]);
      await page.getByRole('link', { name: 'Open the terminal' }).click();
      await shows(page, /Select model/);
      await until(page, /manual mode on|accept edits on/, () => press('Esc'));
      await page.getByRole('link', { name: 'Conversation' }).click();
      await page.getByLabel('Message', { exact: true }).waitFor();
      await waitUntil('the size of before', async () => (await widthOf(hub, id)) === 120);
    },
  );

  pageTest(
    'a keyboard, a watcher and a person at one terminal, over a restart',
    async ({ stage, hub, device }) => {
      const operator = await device({ size: DESK, scheme: 'light' });
      const id = await begin(stage, hub, '', { driver: 'tmux', prompt: undefined });
      const terminals = [countTerminals(operator)];
      await openTerminal(operator, hub, id);
      await shows(operator, /manual mode on/);
      const viewer = await device({ role: 'viewer' });
      await openTerminal(viewer, hub, id);
      await viewer.getByText('Terminals need the operator role').waitFor();
      await viewer.close();
      const watcher = await device({ size: DESK });
      terminals.push(countTerminals(watcher));
      await openTerminal(watcher, hub, id);
      await shows(watcher, /manual mode on/);

      const words = 'every key once and in order: 0123456789 äöü the quick brown fox';
      await operator.keyboard.type(words);
      for (const page of [operator, watcher]) {
        await shows(page, new RegExp(`❯.${words}`));
        await equalsPane(page, hub, id);
      }
      expect(await look(operator, 'terminal-desk-light')).toEqual([]);
      expect(await look(watcher, 'terminal-watcher')).toEqual([]);

      // Ctrl+C copies a selection; the program does not receive it.
      await operator.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await operator.getByText(words).dblclick();
      await operator.keyboard.press('Control+c');
      const copied = await operator.evaluate(() => navigator.clipboard.readText());
      expect(words).toContain(copied.trim());
      expect(copied).not.toBe('');

      const detach = await attachPerson(stage, hub, id, { columns: 90, rows: 30 });
      await waitUntil('the size of the person', async () => (await widthOf(hub, id)) === 90);
      await operator.setViewportSize({ width: 1000, height: 700 });
      for (const page of [operator, watcher]) await equalsPane(page, hub, id);
      expect(await widthOf(hub, id)).toBe(90);
      await takePicture(watcher, 'terminal-watcher-wide');

      expect(terminals.map((count) => count())).toEqual([1, 1]);
      await hub.kill('SIGKILL');
      for (const page of [operator, watcher]) await page.getByText(/^Not live/).waitFor();
      await takePicture(operator, 'terminal-not-live');
      await hub.restart();
      for (const page of [operator, watcher]) {
        await page.getByText(/^Not live/).waitFor({ state: 'detached' });
        await equalsPane(page, hub, id);
      }
      await operator.getByLabel(/^Terminal keyboard/).focus();
      await operator.keyboard.press('End');
      await operator.keyboard.type(' again');
      await shows(watcher, /fox again/);
      expect(await widthOf(hub, id)).toBe(90);
      await detach();

      // Hidden, or on another screen, the page disconnects the terminal.
      await operator.keyboard.press('Control+\\');
      await operator.keyboard.press('t');
      await operator.getByLabel('Message', { exact: true }).waitFor();
      await watcher.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await waitUntil('nobody to look', () => terminals.every((count) => count() === 0));
      await watcher.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await equalsPane(watcher, hub, id);
      await shows(watcher, /again/);
      await hub.ask('DELETE', `/sessions/${id}`);
      await watcher.getByText('This session has no terminal').waitFor();
    },
  );
});
