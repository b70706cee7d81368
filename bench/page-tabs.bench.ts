/**
 * What open pages cost the hub: 20 tabs of a real Chromium while idle, and while the session they all show is working. Also
 * how many bytes each downloads meanwhile.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { waitUntil } from '../stage/patience.ts';
import { makeBenchHome } from './hub-process.ts';
import { TICKS_PER_SECOND, ticks } from './process-figures.ts';

const TABS = 20;
const SECONDS = 30;
const ROWS_PER_SECOND = 5;
const SESSION = '11111111-2222-4333-8444-555555555555';

const home = makeBenchHome();
const player = spawn('sleep', ['900'], { stdio: 'ignore' });
const transcript = home.announce(SESSION, player.pid as number);
let rows = 0;
writeFileSync(transcript, Array.from({ length: 400 }, () => row()).join(''));
const hub = await home.startHub();
const headers = { authorization: `Bearer ${hub.operatorToken}` };
await waitUntil(
  'the session',
  async () => (await fetch(`${hub.url}/api/sessions/${SESSION}`, { headers })).ok,
);
console.log(`no tab, nothing happens: ${await shareOfACore(() => {})}`);
console.log(`no tab, a session works: ${await shareOfACore(work)}`);

const browser = await chromium.launch({
  executablePath: process.env['REINS_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
await context.addInitScript((token) => sessionStorage.setItem('reins.token', token), hub.operatorToken);
let bytes = 0;
for (let count = 0; count < TABS; count++) {
  const page = await context.newPage();
  await page.goto(`${hub.url}/sessions/${SESSION}`);
  await page.locator('.conversation .row').last().waitFor();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
}
console.log(`${TABS} tabs, nothing happens: ${await shareOfACore(() => {})} (goal: 5 %)`);
bytes = 0;
console.log(`${TABS} tabs on a session that works: ${await shareOfACore(work)}`);
console.log(`fetched by each of them: ${(bytes / TABS / SECONDS / 1024).toFixed(1)} KB/s`);
console.log(`load: ${readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ')}`);
await browser.close();
await hub.close();
player.kill();
home.remove();

/** Processor time of the hub during this. */
async function shareOfACore(happens: () => void): Promise<string> {
  const before = ticks(hub.pid);
  const timer = setInterval(happens, 1000 / ROWS_PER_SECOND);
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  clearInterval(timer);
  return `${(((ticks(hub.pid) - before) / TICKS_PER_SECOND / SECONDS) * 100).toFixed(2)} % of a core`;
}

function work(): void {
  appendFileSync(transcript, row());
}

/** A prompt first; then, in turn, a tool call, its result of some kilobytes, and words. */
function row(): string {
  const number = rows++;
  const about = {
    uuid: `r-${number}`,
    parentUuid: `r-${number - 1}`,
    timestamp: new Date().toISOString(),
    cwd: '/bench',
  };
  const said = (content: unknown[]) => ({
    ...{ ...about, type: 'assistant' },
    message: { id: `m-${number}`, role: 'assistant', model: 'm', content },
  });
  const received = (content: unknown) => ({ ...about, type: 'user', message: { role: 'user', content } });
  const id = `tool-${number - (number % 3)}`;
  const made = [
    () => said([{ type: 'tool_use', id, name: 'Bash', input: { command: `npm test -- part-${number}` } }]),
    () =>
      received([
        {
          type: 'tool_result',
          tool_use_id: id,
          content: 'a line of what the tests have printed\n'.repeat(100),
        },
      ]),
    () => said([{ type: 'text', text: 'Some words about what was found, and what comes next. '.repeat(5) }]),
  ][number % 3];
  return `${JSON.stringify(number === 0 ? received('begin') : made?.())}\n`;
}
