/**
 * The page in a real Chromium at a quarter of the machine's speed, over a history of 1,500 sessions: what it fetches, when it can
 * be used, when a session of 11,500 messages can be read, and how it scrolls.
 */
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { waitUntil } from '../src/lib/wait-until.ts';
import { makeBenchHome } from './hub-process.ts';
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
  timeoutMs: 60_000,
  everyMs: 200,
});
const long = largest[0]?.sessionId ?? '';
const readAt = performance.now();
await ask(`/sessions/${long}`);
console.log(`the hub reads the transcript of 50 MB: ${seconds(performance.now() - readAt)}`);

const browser = await chromium.launch({
  executablePath: process.env['REINS_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});

const [firsts, opens]: [number[], number[]] = [[], []];
let bytes = 0;
let dropped = 0;
for (let round = 0; round < ROUNDS; round++) {
  const { page, cdp } = await openBrowser();
  bytes = 0;
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  let from = performance.now();
  await page.goto(`${hub.url}/sessions`);
  await page.locator('.session-row').first().waitFor();
  firsts.push(performance.now() - from);

  from = performance.now();
  // Within the page, as a tap does.
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/sessions/${long}`);
  await page.locator('.conversation .row').last().waitFor();
  opens.push(performance.now() - from);
  dropped = await droppedWhileScrolling(page);
  await page.context().close();
}
console.log(`fetched for the list, data included: ${Math.round(bytes / 1024)} KB`);
console.log(`the list can be used after ${spread(firsts)} (goal: 1.5 s)`);
console.log(`the session of 11,500 messages can be read after ${spread(opens)} (goal: 1.5 s)`);
console.log(`frames dropped while scrolling through it: ${dropped.toFixed(1)} % (goal: 5 %)`);
await browser.close();
await hub.close();
home.remove();

async function openBrowser(): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await context.addInitScript((token) => sessionStorage.setItem('reins.token', token), hub.operatorToken);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return { page, cdp };
}

/** Frames that took longer than two of the usual ones, while the list is pulled by a finger's speed for three seconds. */
function droppedWhileScrolling(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const list = document.querySelector('.conversation-list') as HTMLElement;
    const frames: number[] = [];
    const until = performance.now() + 3000;
    let last = performance.now();
    await new Promise<void>((resolve) => {
      const step = (now: number) => {
        frames.push(now - last);
        last = now;
        list.scrollTop -= 25;
        if (now < until) requestAnimationFrame(step);
        else resolve();
      };
      requestAnimationFrame(step);
    });
    const usual = 1000 / 60;
    const missed = frames.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / usual) - 1), 0);
    return (100 * missed) / (missed + frames.length);
  });
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)} (${seconds(sorted[0] ?? 0)} to ${seconds(sorted.at(-1) ?? 0)})`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
