/** A session with thousands of messages: opens at its end, scrolls back without jumps, and returns to the end. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { frames, pageTest } from './page-test.ts';

const SESSION = '11111111-2222-4333-8444-555555555555';
const TURNS = 3000;

function turn(number: number, cwd: string): string {
  const about = { timestamp: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(), cwd };
  const question = {
    ...about,
    type: 'user',
    uuid: `u-${number}`,
    message: { role: 'user', content: `question ${number}` },
  };
  const text = `Answer ${number}. ${'Some words that fill a line or two. '.repeat((number % 7) + 1)}`;
  const answer = {
    ...about,
    type: 'assistant',
    uuid: `a-${number}`,
    parentUuid: `u-${number}`,
    message: { id: `m-${number}`, role: 'assistant', model: 'm', content: [{ type: 'text', text }] },
  };
  return `${JSON.stringify(question)}\n${JSON.stringify(answer)}\n`;
}

/** The row in the middle of the screen, and its position. */
const middle = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector('.conversation')?.getBoundingClientRect();
    const row = document.elementFromPoint(30, (list?.top ?? 0) + (list?.height ?? 0) / 2)?.closest('.row');
    return { text: row?.textContent?.slice(0, 24) ?? '', top: row?.getBoundingClientRect().top ?? 0 };
  });

/** The same, once nothing is being fetched and nothing moves between frames. */
const atRest = async (page: Page, fetches: ReadonlySet<Request>) => {
  let last = await middle(page);
  return waitUntil('the list to rest', async () => {
    await frames(page);
    const [before, now] = [last, await middle(page)];
    last = now;
    const isStill = now.text !== '' && now.text === before.text && now.top === before.top;
    return isStill && fetches.size === 0 ? now : undefined;
  });
};

/** The requests in flight. */
const followFetches = (page: Page): ReadonlySet<Request> => {
  const fetches = new Set<Request>();
  page.on('request', (request) => fetches.add(request));
  page.on('requestfinished', (request) => fetches.delete(request));
  page.on('requestfailed', (request) => fetches.delete(request));
  return fetches;
};

const oldestKnown = (page: Page) =>
  page.evaluate(() => document.querySelector('.conversation-list')?.scrollHeight ?? 0);

/** Scrolls in one direction until a question that far away is visible. */
const scrollTo = (page: Page, by: number, isThere: (question: number) => boolean) =>
  waitUntil(
    'the rows further on',
    async () => {
      await page.mouse.wheel(0, by);
      const texts = await page.locator('.row').allTextContents();
      return texts.some((text) => isThere(Number(/question (\d+)/.exec(text)?.[1] ?? Number.NaN)));
    },
    { everyMs: 50 },
  );

/** Whether the result is visible as a whole, and the page knows the size of every row. */
const isResultInView = (page: Page) =>
  page.evaluate(() => {
    const { sizes } = globalThis as unknown as { sizes: { unreported: number } };
    const box = document.querySelector('.excerpt')?.getBoundingClientRect();
    const found = document.querySelector('.found')?.getBoundingClientRect();
    return sizes.unreported === 0 && !!box && !!found && found.top >= box.top && found.bottom <= box.bottom;
  });

pageTest('thousands of messages', async ({ stage, hub, device }) => {
  const folder = join(stage.configDir, 'projects', 'made-by-hand');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${SESSION}.jsonl`);
  const numbers = Array.from({ length: TURNS }, (_, index) => index + 1);
  writeFileSync(file, numbers.map((number) => turn(number, stage.project)).join(''));
  await waitUntil('the session', () => hub.client.get(SESSION).catch(() => undefined));

  const page = await device();
  const fetches = followFetches(page);
  await page.goto(new URL(`/sessions/${SESSION}`, hub.url).href);
  await page.getByText(`Answer ${TURNS}.`).waitFor();
  await page.getByText('Jump to latest').waitFor({ state: 'detached' });

  // Only visible rows and a few around them are rendered.
  expect(await page.locator('.conversation .row').count()).toBeLessThan(120);

  await page.locator('.conversation-list').hover();
  for (let page_ = 0; page_ < 4; page_++) {
    const before = await oldestKnown(page);
    await waitUntil(
      'an older page',
      async () => {
        await page.mouse.wheel(0, -2000);
        return (await oldestKnown(page)) > before;
      },
      { everyMs: 200 },
    );
  }
  await page.getByText('Jump to latest').waitFor();

  // New rows at the end do not move the rows being read.
  const reading = await atRest(page, fetches);
  appendFileSync(file, turn(TURNS + 1, stage.project));
  await hub.waitFor(SESSION, 'the new turn', ({ turns }) =>
    turns.some(({ prompt }) => prompt?.kind === 'prompt' && prompt.text === `question ${TURNS + 1}`),
  );
  await page.locator('.jump.news').waitFor();
  const after = await atRest(page, fetches);
  expect(after.text).toBe(reading.text);
  expect(Math.abs(after.top - reading.top)).toBeLessThan(2);

  await page.getByText('Jump to latest').click();
  await page.getByText(`Answer ${TURNS + 1}.`).waitFor();

  // A search result scrolls in both directions.
  const place = Buffer.byteLength(
    numbers
      .slice(0, 1499)
      .map((number) => turn(number, stage.project))
      .join(''),
  );
  await page.goto(new URL(`/sessions/${SESSION}/at/${place}`, hub.url).href);
  await page.locator('.found').getByText('question 1500').waitFor();
  await page.getByText('Answer 1501.').waitFor();
  await page.locator('.conversation-list').hover();
  await scrollTo(page, -3000, (question) => question < 1350);
  await scrollTo(page, 3000, (question) => question > 1650);

  // It opens there even if the browser reports the sizes of rows late, as on a busy phone.
  const slow = await device();
  await slow.addInitScript(() => {
    const sizes = { unreported: 0 };
    Object.assign(globalThis, { sizes });
    window.ResizeObserver = class extends ResizeObserver {
      constructor(report: ResizeObserverCallback) {
        super((entries, observer) => {
          sizes.unreported++;
          setTimeout(() => {
            report(entries, observer);
            sizes.unreported--;
          }, 200);
        });
      }
    };
  });
  await slow.goto(page.url());
  await waitUntil('the result in view', () => isResultInView(slow));

  // A reader who does not wait for that is not pulled back.
  const hasty = await device();
  await hasty.addInitScript(() => {
    window.ResizeObserver = class extends ResizeObserver {
      constructor(report: ResizeObserverCallback) {
        super((entries, observer) => {
          const others = entries.filter(({ target }) => !target.querySelector('.found'));
          if (others.length > 0) report(others, observer);
        });
      }
    };
  });
  await hasty.goto(page.url());
  await hasty.locator('.found').waitFor({ state: 'attached' });
  await hasty.locator('.conversation-list').hover();
  await hasty.mouse.wheel(0, -900);
  await waitUntil('a place above the result', async () => {
    const { text } = await middle(hasty);
    return Number(/\d+/.exec(text)?.[0] ?? Number.NaN) < 1497;
  });
});
