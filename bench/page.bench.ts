/**
 * The page in a real Chromium at a quarter of the machine's speed, over a history of 1,500 sessions: what it downloads, when
 * it is usable, when a session of 11,500 messages is readable, and how it scrolls.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { waitUntil } from '../stage/patience.ts';
import { makeBenchHome } from './hub-process.ts';
import { type Scrolling, scroll } from './scroll-page.ts';
import { generateHistory } from './transcripts/generate-history.ts';

const THROTTLE = 4;
const ROUNDS = 5;
const MB = 2 ** 20;

const home = makeBenchHome();
const { largest } = generateHistory({
  configFolder: join(home.folder, 'claude'),
  transcripts: 1500,
  bytes: 200 * MB,
  large: 1,
});
const hub = await home.startHub();
const headers = { authorization: `Bearer ${hub.operatorToken}` };
const ask = async (path: string) => (await fetch(`${hub.url}/api${path}`, { headers })).json();
await waitUntil('the list', async () => (await ask('/sessions?limit=500')).items.length === 500, {
  everyMs: 200,
});
const long = largest[0]?.sessionId ?? '';
const readAt = performance.now();
await waitUntil(
  'the whole transcript',
  async () => (await ask(`/sessions/${long}?limit=0`)).reading !== true,
  { everyMs: 200 },
);
console.log(`the hub reads the transcript of 50 MB: ${seconds(performance.now() - readAt)}`);
// The page is measured alone: both cores are used by the browser.
await waitUntil(
  'the whole history',
  async () => {
    const { progress } = await ask('/history');
    return progress.files_read === progress.files;
  },
  { everyMs: 200 },
);

const browser = await chromium.launch({
  executablePath: process.env['REINS_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});

const [firsts, opens]: [number[], number[]] = [[], []];
const scrolls: Scrolling[] = [];
let bytes = 0;
for (let round = 0; round < ROUNDS; round++) {
  const { page, cdp } = await openBrowser();
  bytes = 0;
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(`${hub.url}/sessions`, { waitUntil: 'commit' });
  firsts.push(await seenAt(page));
  const fetched = bytes;

  const from = await page.evaluate(() => performance.now());
  // Within the page, as a tap does.
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/sessions/${long}`);
  await page.locator('.conversation .row').last().waitFor();
  opens.push((await page.evaluate(() => performance.now())) - from);
  scrolls.push(await scroll(page, '.conversation-list', 'up'));
  bytes = fetched;
  await page.context().close();
}
const floor = await scrollBarePage();
console.log(`fetched for the list, data included: ${Math.round(bytes / 1024)} KB`);
console.log(`the list can be used after ${spread(firsts)} (goal: 1.5 s)`);
console.log(`the session of 11,500 messages can be read after ${spread(opens)} (goal: 1.5 s)`);
for (const [name, figures] of [['a bare page', [floor]] as const, ['the conversation', scrolls] as const]) {
  const middle = (of: (one: Scrolling) => number) =>
    figures.map(of).toSorted((a, b) => a - b)[figures.length >> 1];
  console.log(
    `scrolling ${name}: ${middle((one) => one.dropped)?.toFixed(1)} % of the frames dropped (goal: 2 %), ` +
      `${middle((one) => one.overrun)?.toFixed(1)} % by the page's own work, ` +
      `which takes ${middle((one) => one.cpuPerFrame)?.toFixed(1)} ms of a frame's 16.7`,
  );
}
console.log(`load: ${readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ')}`);
await browser.close();
await hub.close();
home.remove();

/** When the first rows were painted, by the page's own clock, which starts with its navigation. */
async function seenAt(page: Page): Promise<number> {
  const seen = await page.waitForFunction(() => (window as { seenAt?: number }).seenAt);
  return seen.evaluate((time) => time as number);
}

async function scrollBarePage(): Promise<Scrolling> {
  const { page } = await openBrowser();
  const rows = Array.from(
    { length: 400 },
    (_, row) => `<p>${row} ${'some words '.repeat(3 + (row % 20))}</p>`,
  );
  await page.setContent(`<div id="bare" style="height:844px;overflow:auto">${rows.join('')}</div>`);
  const figures = await scroll(page, '#bare', 'down');
  await page.context().close();
  return figures;
}

async function openBrowser(): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await context.addInitScript((token) => {
    sessionStorage.setItem('reins.token', token);
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.session-row')) return;
      observer.disconnect();
      // The second frame starts when the first has been painted.
      requestAnimationFrame(() => requestAnimationFrame((now) => Object.assign(window, { seenAt: now })));
    }).observe(document, { subtree: true, childList: true });
  }, hub.operatorToken);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return { page, cdp };
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)} (${seconds(sorted[0] ?? 0)} to ${seconds(sorted.at(-1) ?? 0)})`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
