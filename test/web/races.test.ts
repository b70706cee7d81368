/** Simultaneous answers from two browsers, or a browser and the terminal: one counts, the other is notified. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { Gate } from '../../stage/gate.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { begin, sharedPageTest as pageTest } from './page-test.ts';

const making = scene(
  'make it',
  [call('Bash', { command: 'touch a.txt', description: 'x' })],
  [say('All done.')],
);

describe('one answer counts', () => {
  pageTest('two browsers at once, each tapping twice', async ({ stage, hub, device }) => {
    stage.play(making);
    const [one, two] = [await device(), await device()];
    const id = await begin(stage, hub, 'make it');
    const allow = (page: typeof one) => page.getByRole('button', { name: 'Allow', exact: true });
    await Promise.all([allow(one).waitFor(), allow(two).waitFor()]);
    const tapTwice = (page: typeof one) =>
      page.evaluate(() => {
        const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Allow');
        button?.click();
        button?.click();
      });
    await Promise.all([tapTwice(one), tapTwice(two)]);
    await Promise.all([one, two].map((page) => page.getByText('Nothing is waiting for you').waitFor()));
    await hub.waitFor(id, 'the turn', hasTurn('make it', 'completed'));
    const { items } = await hub.client.interactions({ session: id });
    expect(items.map(({ state }) => state)).toEqual(['answered']);
    expect(existsSync(join(stage.project, 'a.txt'))).toBe(true);
  });

  pageTest('an answer that came too late says what was decided instead', async ({ stage, hub, device }) => {
    stage.play(making);
    const [first, late] = [await device(), await device()];
    const hold = async (page: typeof first) => {
      const gate = new Gate();
      await page.route('**/api/interactions/*/answer', async (route) => {
        await gate.pass(new AbortController().signal);
        await route.fallback();
      });
      return gate;
    };
    const [gate, lateGate] = [await hold(first), await hold(late)];
    const id = await begin(stage, hub, 'make it');
    const appears = (page: typeof first, words: string) =>
      page.waitForFunction((text) => document.body.innerText.includes(text), words);
    await late.getByRole('button', { name: 'Allow', exact: true }).click();
    await late.getByRole('button', { name: 'Allowing…' }).waitFor();
    await first.getByRole('button', { name: 'Deny', exact: true }).click();
    await first.getByRole('button', { name: 'Denying…' }).waitFor();
    const shown = [appears(first, 'Denied'), appears(late, '; your Allow was not used')];
    gate.open();
    await hub.waitFor(id, 'the turn', hasTurn('make it', 'completed'));
    lateGate.open();
    await Promise.all(shown);
  });

  pageTest(
    'a session of a terminal is answered there, then from the phone',
    async ({ stage, hub, device }) => {
      expect((await hub.run('install')).code).toBe(0);
      stage.play(
        making,
        scene('make another', [call('Bash', { command: 'touch b.txt' })], [say('Done again.')]),
      );
      const page = await device();
      const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
      await terminal.prompt('make it');
      await page.getByText('Claude wants to run a command').waitFor();
      // The card leaves after a moment, so the page watches for the text from before.
      const reported = page.waitForFunction(() =>
        /(?:Answered|Allowed) in the terminal/.test(document.body.innerText),
      );
      await terminal.answerDialog(/Do you want to proceed/, '1');
      await reported;
      await page.getByText('Nothing is waiting for you').waitFor();
      await terminal.waitForScreen(/All done/);

      await terminal.prompt('make another');
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await terminal.waitForScreen(/Done again/);
      expect(existsSync(join(stage.project, 'b.txt'))).toBe(true);
      await page.getByText('Nothing is waiting for you').waitFor();
    },
  );
});
