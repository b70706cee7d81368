/** A session on the page: streaming text, messages, and hostile content. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Session } from '../../src/protocol/session.ts';
import { Gate } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, hold, say, scene } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { DESK, PHONE } from './browser.ts';
import { begin, frames, PIXEL, sharedPageTest as pageTest } from './page-test.ts';

/** Markdown whose meaning is in attributes. */
const FORMS = '- [x] done\n- [ ] open\n\n3. three\n4. four\n\n| n |\n|--:|\n| 12 |';

/** A finger moves by that many pixels, with a frame between its steps. */
async function drag(page: Page, by: number): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 200, y }] });
  await touch('touchStart', 200);
  for (let step = 1; step <= 10; step++) {
    await touch('touchMove', 200 + (by * step) / 10);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await touch('touchEnd');
}

describe('a session', () => {
  pageTest(
    'starts from the page, streams text, sends the next prompt and keeps a draft',
    async ({ stage, hub, device }) => {
      const gate = new Gate();
      stage.play(
        scene('count', [say('One, two'), hold(gate), say(' and three.')]),
        scene('and again', [say('Four.')]),
      );
      const page = await device();
      const field = page.getByLabel('Message', { exact: true });
      await page.getByRole('link', { name: 'New' }).click();
      const strange = join(stage.folder, 'strange');
      mkdirSync(strange);
      await page.getByLabel('Folder on the hub’s machine').fill(strange);
      await page.getByLabel('What should Claude do?').fill('count');
      await page.getByRole('button', { name: 'Start' }).click();
      await page.getByText(/The folder .*strange is not trusted yet/).waitFor();
      expect((await hub.client.list()).items).toEqual([]);
      // Another folder needs its own confirmation.
      await page.getByLabel('Folder on the hub’s machine').fill(stage.project);
      await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
      await page.getByLabel('Folder on the hub’s machine').fill(strange);
      await page.getByRole('button', { name: 'Trust the folder and start' }).click();
      await page.getByText('One, two').waitFor();
      await page.getByText('Writing', { exact: true }).waitFor();
      const { items } = await hub.client.list();
      expect(items).toMatchObject([{ status: 'working' }]);
      gate.open();
      await page.getByText('and three.').waitFor();
      await field.fill('and again');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Four.').waitFor();
      expect(await field.inputValue()).toBe('');

      await field.fill('not yet sent');
      const address = page.url();
      await page.goto(hub.url);
      await page.goto(address);
      await page.getByText('Four.').waitFor();
      expect(await field.inputValue()).toBe('not yet sent');

      // Resuming asks again if the folder is no longer trusted.
      await hub.client.stopSession(String(items[0]?.session_id));
      await hub.client.settings.change({ trusted_folders: [] });
      await page.getByRole('button', { name: 'Resume', exact: true }).click();
      await page.getByText(/The folder .*strange is not trusted yet/).waitFor();
      expect((await hub.client.list()).items).toMatchObject([{ status: 'ended' }]);
      await page.getByRole('button', { name: 'Trust the folder and resume' }).click();
      await field.waitFor();
    },
  );

  pageTest('a reader leaves the end while text grows there', async ({ stage, hub, device }) => {
    const last = new Gate();
    const words = Array.from({ length: 250 }, (_, line) => `Line ${line} of many.`).join('\n\n');
    stage.play(scene('talk', [say(words, { chunk: 20, everyMs: 15, gate: last })]));
    const page = await device();
    const id = await begin(stage, hub, 'talk');
    await page.goto(new URL(`/sessions/${id}`, hub.url).href);
    await page.getByText('Line 40 of many.').waitFor();
    const jump = page.getByText('Jump to latest');
    const moves = [
      // The browser may report a turn of the wheel only after new text.
      async () => {
        for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -150);
      },
      () => drag(page, 300),
      () => page.keyboard.press('PageUp'),
    ];
    await page.mouse.move(200, 300);
    for (const move of moves) {
      await page.keyboard.press('End');
      await jump.waitFor({ state: 'detached' });
      await move();
      await jump.waitFor();
    }
    const line = page
      .locator('.row')
      .getByText(/^Line /)
      .first();
    const { y } = (await line.boundingBox()) ?? {};
    await last.reached;
    await frames(page);
    expect((await line.boundingBox())?.y).toBe(y);
    await jump.click();
    await jump.waitFor({ state: 'detached' });
    last.open();
    await hub.waitFor(id, 'the turn', hasTurn('talk', 'completed'));
  });

  pageTest(
    'a row opened at the end does not move; a queued message is edited; hostile text stays text',
    async ({ stage, hub, device }) => {
      const hostile = [
        '<script>window.harmed = 1</script>',
        '<img src=x onerror="window.harmed = 2">',
        '[click](javascript:window.harmed=3)',
        '![picture](https://example.invalid/spy.png)',
        '<iframe src="https://example.invalid"></iframe>',
        '<a href="data:text/html,<script>1</script>">x</a>',
        '<div style="position:fixed;inset:0">over all</div>',
        'The end of it.',
      ].join('\n\n');
      const words = Array.from({ length: 40 }, (_, line) => `Line ${line} of many.`).join('\n\n');
      stage.play(
        scene('look', [say(words), call('Bash', { command: 'echo found it' })], [say('That was it.')]),
        scene('go on', [say(words)]),
        scene('wait', [call('Bash', { command: 'touch a', description: 'x' })], [say('Done.')]),
        scene(
          'say it',
          [
            say(hostile),
            call('Bash', { command: `touch '${hostile.slice(0, 34)}'`, description: '<b>x</b>' }),
          ],
          [say(`Really.\n\n${FORMS}`)],
        ),
      );
      const page = await device();
      const outside: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(hub.url) && !request.url().startsWith('data:'))
          outside.push(request.url());
      });
      // The list of sessions may be older than the conversation, and must not move it later.
      const isList = (url: URL) => url.pathname.endsWith('/sessions');
      await page.route(isList, async (route) => {
        const response = await route.fetch();
        const { items, ...rest } = await response.json();
        const older = items.map((session: Session) => ({ ...session, capabilities: [] }));
        await route.fulfill({ response, json: { ...rest, items: older } });
      });
      const id = await begin(stage, hub, 'look');
      await page.goto(new URL(`/sessions/${id}`, hub.url).href);
      await hub.waitFor(id, 'the turn', hasTurn('look', 'completed'));
      await page.locator('.conversation[aria-busy=false]').getByText('That was it.').waitFor();
      await page.getByText(/^Done in/).waitFor();
      // Its row is rendered near the screen only.
      await page.keyboard.press('Home');
      await page.getByRole('button', { name: 'Edit and retry' }).waitFor();
      await page.keyboard.press('End');
      await page.getByText('Jump to latest').waitFor({ state: 'detached' });
      await page.unroute(isList);
      const line = page.getByRole('button', { name: 'echo found it' });
      await line.click();
      await page.locator('.tool-body').waitFor();
      // Opened right after a scroll to the end, it moves once.
      const place = await waitUntil('the row to rest', async () => {
        const before = await line.boundingBox();
        await frames(page);
        const now = await line.boundingBox();
        return now?.y === before?.y && now;
      });
      await hub.send(id, 'go on');
      await hub.waitFor(id, 'the next turn', hasTurn('go on', 'completed'));
      await page.locator('.jump.news').waitFor();
      expect((await line.boundingBox())?.y).toBe(place.y);
      await page.getByText('Jump to latest').click();
      await page.getByText('Line 39 of many.').last().waitFor();
      await page.getByText('Jump to latest').waitFor({ state: 'detached' });
      await page.mouse.move(200, 300);
      await waitUntil('the reader to be two screens above the end', async () => {
        await page.mouse.wheel(0, -500);
        return page
          .locator('.conversation-list')
          .evaluate(
            ({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - scrollTop > 3 * clientHeight,
          );
      });
      await page.getByLabel('Message', { exact: true }).fill('and more');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('I have no script for that').waitFor();
      await page.getByText('Jump to latest').waitFor({ state: 'detached' });
      // Nothing that needs space below covers the last row.
      const isAtEnd = () =>
        page
          .locator('.conversation-list')
          .evaluate(
            ({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - scrollTop - clientHeight < 2,
          );
      await waitUntil('the end', isAtEnd);
      await page
        .getByLabel('Add an image')
        .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PIXEL });
      await page.getByRole('img', { name: 'dot.png' }).waitFor();
      await waitUntil('the end', isAtEnd);
      await page.getByRole('button', { name: 'Remove dot.png' }).click();
      // Keys scroll the conversation while the focus is in the message field.
      await page.getByLabel('Message', { exact: true }).press('PageUp');
      await page.getByText('Jump to latest').waitFor();
      // The prompt of the turn stays in view, and leads to where the turn begins.
      await page.locator('.top-prompt', { hasText: /^go on$/ }).click();
      await waitUntil('the beginning of the turn', () =>
        page.evaluate(() => {
          const rows = [...document.querySelectorAll('.row')];
          const { top } = document.querySelector('.conversation-list')?.getBoundingClientRect() ?? { top: 0 };
          const first = rows.find((row) => row.getBoundingClientRect().bottom > top + 1);
          return first?.textContent?.includes('go on') === true;
        }),
      );
      await page.setViewportSize(DESK);
      await page.getByRole('navigation', { name: 'Turns' }).getByRole('button', { name: 'look' }).click();
      await page.getByText('Line 0 of many.').first().waitFor();
      // A key ends the way to a turn, which takes several frames.
      await page.evaluate(() => {
        document.querySelector<HTMLElement>('.turn-map button')?.click();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
      });
      await frames(page);
      await waitUntil('the end', isAtEnd);
      await page.getByText('Jump to latest').waitFor({ state: 'detached' });
      await page.setViewportSize(PHONE);
      await page.getByLabel('Message', { exact: true }).blur();
      await page.keyboard.press('Home');
      await page.getByText('Line 0 of many.').first().waitFor();
      await page.keyboard.press('End');
      await page.getByText('Jump to latest').waitFor({ state: 'detached' });

      await hub.send(id, 'wait');
      await page.getByText('Claude wants to run a command').waitFor();
      await page.getByLabel('Message', { exact: true }).fill('later');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('button', { name: 'Edit: later' }).click();
      await page.getByLabel('Queued prompt', { exact: true }).fill('much later');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Cancel: much later' }).click();
      await page.getByRole('button', { name: 'Cancel: much later' }).waitFor({ state: 'detached' });
      expect((await hub.client.queue(id)).items).toEqual([]);
      await page.getByLabel('Message', { exact: true }).fill('sooner');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('button', { name: 'Edit: sooner' }).click();
      await page.getByRole('button', { name: 'Steer now' }).click();
      await hub.waitFor(id, 'delivery', ({ messages }) =>
        messages.some(({ text, when, state }) => text === 'sooner' && when === 'steer' && state !== 'queued'),
      );
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await page.getByText('Claude wants to run a command').waitFor({ state: 'detached' });

      await hub.send(id, 'say it');
      await page.getByText('The end of it.').waitFor();
      await page.getByText('<b>x</b>').first().waitFor();
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await hub.waitFor(id, 'the turn', hasTurn('say it', 'completed'));
      // The end of the text: the page may still be writing it.
      await page.locator('.prose td[align=right]', { hasText: '12' }).waitFor();
      await page.locator('.prose ol[start="3"]', { hasText: 'three' }).waitFor();
      await page.getByText('Really.').waitFor();
      for (const link of await page.locator('.prose a').all()) {
        expect((await link.getAttribute('href')) ?? 'https:').toMatch(/^https:/);
      }
      expect(await page.locator('.prose img, .prose script, .prose iframe, .prose [style]').count()).toBe(0);
      expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
      expect(outside).toEqual([]);
      expect(await page.locator('.prose input[type=checkbox][disabled]').count()).toBe(2);
      expect(await page.locator('.prose input[checked]').count()).toBe(1);
    },
  );
});
