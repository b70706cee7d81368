/** `pageTest` and `sharedPageTest`: a stage, a hub on it, and devices paired by a link. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect, type TestContext } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import type { Stage } from '../../stage/stage.ts';
import { type DrivenHub, startDrivenHub } from '../drivers/driven-hub.ts';
import { sharedHubTest } from '../shared-hub-test.ts';
import { stageTest } from '../stage-test.ts';
import { collectProblems, type DeviceOptions, launchBrowser, openProfile } from './browser.ts';

export type Device = Page;

interface PageFixtures {
  hub: DrivenHub;
  browser: Browser;
  /** Pairs a new device and opens the page on it. */
  device: (options?: DeviceOptions) => Promise<Device>;
}

type Use<Value> = (value: Value) => Promise<void>;

function browserOf(options: Parameters<typeof launchBrowser>[0]) {
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the destructuring to learn what a fixture needs
  return async ({}, use: Use<Browser>) => {
    const browser = await launchBrowser(options);
    await use(browser);
    await browser.close();
  };
}

type DeviceNeeds = { task: TestContext['task']; stage: Stage } & Omit<PageFixtures, 'device'>;

async function pairDevices(
  { task, stage, hub, browser }: DeviceNeeds,
  use: Use<PageFixtures['device']>,
): Promise<void> {
  const problems: string[] = [];
  await use(async (options = {}) => {
    const context = await openProfile(browser, options);
    const page = await context.newPage();
    const own = collectProblems(page);
    page.on('close', () => problems.push(...own));
    const { links } = await hub.client.devices.invite({ role: options.role ?? 'operator' });
    const link = links.find((one) => one.includes('127.0.0.1')) ?? links[0] ?? '';
    await page.goto(link);
    await page.getByRole('navigation').or(page.getByRole('complementary')).first().waitFor();
    return page;
  });
  if (task.result?.state === 'fail') await picturePages(browser, stage.folder);
  for (const context of browser.contexts()) {
    // Requests that are being changed when the test ends fail with their page.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
  expect(problems).toEqual([]);
}

export const pageTest = stageTest.extend<PageFixtures>({
  hub: async ({ stage }, use) => {
    const hub = await startDrivenHub(stage);
    await use(hub);
    await hub.kill('SIGTERM');
  },
  browser: [browserOf({ isWhole: false }), { scope: 'worker' }],
  device: async ({ task, stage, hub, browser }, use) => pairDevices({ task, stage, hub, browser }, use),
});

/** The tests of a file share a hub; the devices of each test are revoked after it. */
export const sharedPageTest = sharedHubTest.extend<Omit<PageFixtures, 'hub'>>({
  browser: [browserOf({ isWhole: false }), { scope: 'worker' }],
  device: async ({ task, stage, hub, browser }, use) => {
    await pairDevices({ task, stage, hub, browser }, use);
    for (const { id } of (await hub.client.devices.list()).items) await hub.client.devices.revoke(id);
  },
});

/** The same in a Chromium that supports notifications. */
export const notifiedPageTest = sharedPageTest.extend({
  browser: [browserOf({ isWhole: true }), { scope: 'worker' }],
});

/** Saves the last screen of a failed test with its other evidence. */
async function picturePages(browser: Browser, folder: string): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [at, page] of pages.entries())
    await page.screenshot({ path: join(folder, `page-${at + 1}.png`) });
}

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Starts a session that the hub drives. */
export async function begin(
  stage: Stage,
  hub: DrivenHub,
  prompt: string,
  rest: object = {},
): Promise<string> {
  const body = { cwd: stage.project, driver: 'stream', permission_mode: 'manual', prompt, ...rest };
  return (await hub.ask('POST', '/sessions', body)).session_id as string;
}

/** Enough frames to see that nothing moves. */
export const frames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let left = 20;
        const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve());
        next();
      }),
  );

/** The last tool result that the model received. */
export const lastToolResult = (stage: Stage) => stage.requests.at(-1)?.hearing.toolResults.at(-1);

/** Waits for an interaction that can be answered. */
export function waiting(hub: DrivenHub, sessionId?: string): Promise<Interaction> {
  return waitUntil('an interaction that can be answered', async () => {
    const { items } = await hub.client.interactions({
      state: 'open',
      ...(sessionId && { session: sessionId }),
    });
    return items.find(({ routes }) => routes.length > 0);
  });
}
