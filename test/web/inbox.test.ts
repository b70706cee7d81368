/** Requests answered on the page, with the real Claude Code. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { patienceMs, waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { look } from './look.ts';
import { begin, lastToolResult, sharedPageTest as pageTest } from './page-test.ts';

describe('the inbox', () => {
  pageTest(
    'a command or a suggested rule is edited; a reason for a denial',
    async ({ stage, hub, device }) => {
      const bash = (command: string) => call('Bash', { command, description: 'x' });
      const command = 'npm test -- --env staging && npm start -- --only users,teams,projects';
      stage.play(
        scene('make it', [bash('touch a.txt')], [say('Done.')]),
        scene(
          'make two',
          [bash('npm run one --if-present')],
          [bash('npm run two --if-present')],
          [say('Done.')],
        ),
        scene('release it', [bash(command)], [say('I see.')]),
      );
      const page = await device();
      await page.getByText('No sessions yet').waitFor();
      const id = await begin(stage, hub, 'make it');
      await page.getByText('Claude wants to run a command').waitFor();
      await expect.poll(() => page.title(), { timeout: patienceMs() }).toBe('(1) Reins');
      await page.getByRole('button', { name: 'Edit command' }).click();
      await page.getByLabel('Command').fill('touch edited.txt');
      await page.getByRole('button', { name: 'Allow with edits' }).click();
      await page.getByText('Nothing is waiting for you').waitFor();
      await hub.waitFor(id, 'the turn', hasTurn('make it', 'completed'));
      expect(existsSync(join(stage.project, 'edited.txt'))).toBe(true);
      expect(existsSync(join(stage.project, 'a.txt'))).toBe(false);
      const { answer } = (await hub.client.interactions({ session: id })).items[0] ?? {};
      expect(answer?.by).toMatchObject({ type: 'device' });

      await hub.send(id, 'make two');
      await page.getByText('npm run one').first().waitFor();
      await page
        .getByRole('button', { name: /^Edit: also allow/ })
        .first()
        .click();
      await page.getByLabel('What to allow').fill('npm run *');
      await page.getByLabel('Where it applies').selectOption('session');
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      // The second command needs no permission.
      await hub.waitFor(id, 'the turn', hasTurn('make two', 'completed'));
      const { items } = await hub.client.interactions({ session: id });
      expect(items).toHaveLength(2);
      const ruled = items.find(({ input }) => input['command'] === 'npm run one --if-present');
      expect(ruled?.answer?.['apply']).toMatchObject([
        { type: 'addRules', destination: 'session', rules: [{ toolName: 'Bash', ruleContent: 'npm run *' }] },
      ]);

      // The previous card stays for a moment, with a flag in its command.
      await page.getByText('Nothing is waiting for you').waitFor();
      await page.setViewportSize({ width: 320, height: 640 });
      await hub.send(id, 'release it');
      // No flag is broken, even on a narrow screen.
      const flags = page.locator('.code .word').filter({ hasText: /^--\w/ });
      await flags.first().waitFor();
      const heights = await flags.evaluateAll((all) =>
        all.map((one) => [one.textContent, one.clientHeight < 30]),
      );
      expect(heights).toEqual([
        ['--env', true],
        ['--only', true],
      ]);
      await page.getByRole('button', { name: 'Deny with a reason' }).click();
      await page.getByLabel('What should Claude do instead?').fill('use a folder');
      await page.getByRole('button', { name: 'Deny', exact: true }).click();
      await hub.waitFor(id, 'the turn', hasTurn('release it', 'completed'));
      expect(lastToolResult(stage)).toMatchObject({ isError: true, text: 'use a folder' });
    },
  );

  pageTest('several requests are answered together, but no dangerous one', async ({ stage, hub, device }) => {
    const asks = (name: string, command: string) =>
      scene(name, [call('Bash', { command, description: 'x' })], [say('Done.')]);
    stage.play(
      asks('first of three', 'touch alike-1.txt'),
      asks('second of three', 'touch alike-2.txt'),
      asks('third of three', 'rm -rf alike-3'),
    );
    const page = await device();
    const [first, second, third] = [
      await begin(stage, hub, 'first of three'),
      await begin(stage, hub, 'second of three'),
      await begin(stage, hub, 'third of three'),
    ];
    for (const command of ['touch alike-1.txt', 'touch alike-2.txt', 'rm -rf alike-3'])
      await page.getByText(command).first().waitFor();
    await page.getByRole('button', { name: 'Answer several' }).click();
    await page.getByText('Answer this one by itself.').waitFor();
    expect(await page.getByLabel('Select this request').count()).toBe(2);
    await page.getByLabel('Select this request').first().check();
    await page.getByRole('button', { name: 'Select all alike' }).click();
    expect(await look(page, 'answer-several')).toEqual([]);
    await page.getByRole('button', { name: 'Allow 2' }).click();
    await hub.waitFor(first, 'the turn', hasTurn('first of three', 'completed'));
    await hub.waitFor(second, 'the turn', hasTurn('second of three', 'completed'));
    const { items } = await hub.client.interactions({ state: 'open', session: third });
    expect(items).toHaveLength(1);
    await page.getByText(/^Allowed: .*alike/).waitFor();
    // A card whose answer is still being sent has this button, too.
    const dangerous = page.locator('.card', { hasText: 'rm -rf alike-3' });
    await dangerous.getByRole('button', { name: 'Deny', exact: true }).click();
    await hub.waitFor(third, 'the turn', hasTurn('third of three', 'completed'));
    await page.getByText(/^Denied: .*rm -rf alike-3/).waitFor();
  });

  pageTest(
    'a dangerous command shows a warning, and one key does not allow it',
    async ({ stage, hub, device }) => {
      stage.play(
        scene(
          'clean',
          [call('Bash', { command: "rm -rf build '\u202e'", description: 'x' })],
          [say('Done.')],
        ),
        scene(
          'do much',
          [call('Bash', { command: Array.from({ length: 80 }, (_, line) => `touch ${line}`).join('\n') })],
          [say('Done.')],
        ),
      );
      const page = await device({ size: { width: 1280, height: 800 } });
      const id = await begin(stage, hub, 'clean');
      await page.getByText('Deletes folders and everything in them.').waitFor();
      await page.getByText('characters that are invisible or reorder text').waitFor();
      expect(await page.locator('.code').first().textContent()).toBe("rm -rf build '<U+202E>'");
      await page.keyboard.press('j');
      await page.keyboard.press('a');
      const allow = page.getByRole('button', { name: 'Allow', exact: true });
      await waitUntil('the focus on the button', () =>
        allow.evaluate((one) => one === document.activeElement),
      );
      expect((await hub.view(id)).open_interactions).toBe(1);
      // The focus moves on to the next card.
      await begin(stage, hub, 'clean');
      const next = page.locator('[data-card]').nth(1);
      await next.waitFor();
      await page.keyboard.press('d');
      await hub.waitFor(id, 'the turn', hasTurn('clean', 'completed'));
      expect(lastToolResult(stage)).toMatchObject({ isError: true });
      await waitUntil('the focus on the only card', () =>
        page.evaluate(() => {
          const cards = document.querySelectorAll('[data-card]');
          return cards.length === 1 && cards[0] === document.activeElement;
        }),
      );
      await page.keyboard.press('d');
      await page.getByText('Nothing is waiting for you').waitFor();

      // After an answer at the end of a long card, the next one starts at its title.
      await page.setViewportSize({ width: 600, height: 500 });
      for (const _ of [1, 2]) await begin(stage, hub, 'do much');
      await next.waitFor();
      const scroller = page.locator('.main .scroll');
      await scroller.evaluate((list) => {
        const { bottom = 0 } = list.querySelector('[data-card]')?.getBoundingClientRect() ?? {};
        list.scrollTop += bottom - list.getBoundingClientRect().bottom;
      });
      await page.getByRole('button', { name: 'Deny', exact: true }).first().click();
      await next.waitFor({ state: 'detached' });
      const isAtTitle = await page
        .getByRole('heading', { name: 'Claude wants to run a command' })
        .evaluate(
          (title) =>
            title.getBoundingClientRect().top >= (title.closest('.scroll')?.getBoundingClientRect().top ?? 0),
        );
      expect(isAtTitle).toBe(true);
    },
  );

  pageTest(
    'questions: step by step with a custom answer and a note, a reply instead, skipped',
    async ({ stage, hub, device }) => {
      const options = (...labels: string[]) =>
        labels.map((label) => ({ label, description: `about ${label}` }));
      const ask = (question: string) =>
        call('AskUserQuestion', {
          questions: [{ question, header: 'db', multiSelect: false, options: options('A', 'B') }],
        });
      const steps = call('AskUserQuestion', {
        questions: [
          { question: 'Which db?', header: 'db', multiSelect: false, options: options('A', 'B') },
          { question: 'Which parts?', header: 'parts', multiSelect: true, options: options('X', 'Y') },
        ],
      });
      stage.play(
        scene('ask me', [steps], [ask('First?')], [ask('Second?')], [ask('Third?')], [say('Thanks.')]),
      );
      const page = await device();
      const id = await begin(stage, hub, 'ask me');
      await page.getByText('question 1 of 2').waitFor();
      expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
      // By keys: the focus moves to each field that opens, and to the next question.
      const focused = (wanted: Locator) =>
        waitUntil('the focus', () => wanted.evaluate((one) => one === document.activeElement));
      await page.keyboard.press('2');
      expect(await page.getByRole('radio', { name: /^B/ }).isChecked()).toBe(true);
      await page.getByRole('button', { name: 'Add a note' }).press('Enter');
      await focused(page.getByLabel('Note for Claude'));
      await page.keyboard.type('because of size');
      await page.getByRole('button', { name: 'Next' }).press('Enter');
      await focused(page.getByRole('checkbox', { name: /^X/ }));
      await page.keyboard.press('1');
      await page.keyboard.press('3');
      await focused(page.getByLabel('Your own answer'));
      await page.keyboard.type('the rest');
      await page.getByRole('button', { name: 'Send answer' }).press('Enter');
      // The previous card stays for a moment, with buttons of the same names.
      const only = async (question: string, before: string) => {
        await page.getByRole('heading', { name: question }).waitFor();
        await page.getByRole('heading', { name: before }).waitFor({ state: 'detached' });
      };
      await only('First?', 'Which parts?');
      const answer = lastToolResult(stage)?.text ?? '';
      for (const words of ['B', 'X', 'the rest', 'because of size']) expect(answer).toContain(words);

      await page.getByRole('button', { name: 'Reply instead' }).click();
      await focused(page.getByLabel(/Your reply/));
      await page.keyboard.type('let us talk about it first');
      await page.getByRole('button', { name: 'Send reply' }).click();
      await only('Second?', 'First?');
      expect(lastToolResult(stage)?.text).toContain('let us talk about it first');
      await page.getByRole('radio', { name: 'Other' }).check();
      await page.getByLabel('Your own answer').fill('neither of them');
      await page.reload();
      expect(await page.getByLabel('Your own answer').inputValue()).toBe('neither of them');
      await page.getByRole('link', { name: /ask me/ }).click();
      await page.getByLabel('Message', { exact: true }).waitFor();
      await page.goBack();
      expect(await page.getByLabel('Your own answer').inputValue()).toBe('neither of them');
      await page.getByRole('button', { name: 'Send answer' }).click();
      await only('Third?', 'Second?');
      expect(lastToolResult(stage)?.text).toContain('neither of them');
      await page.getByRole('button', { name: 'Skip', exact: true }).click();
      await page.getByText('Claude continues without your answer.').waitFor();
      await page.getByRole('button', { name: 'Skip the question' }).click();
      await hub.waitFor(id, 'the turn', hasTurn('ask me', 'completed'));
      const { answer: skipped } = (await hub.client.interactions({ session: id })).items.at(-1) ?? {};
      expect(skipped).toMatchObject({ answers: {} });
    },
  );
});
