/**
 * How soon a session's terminal output is visible remotely: from a write to its pane to a viewer over the hub's WebSocket,
 * and to the page in a Chromium. The floor is a bare tmux control-mode connection to the same pane, in the same rounds. Then
 * what the hub spends while the pane writes, with and without a viewer.
 */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { chromium } from 'playwright-core';
import WebSocket from 'ws';
import { waitUntil } from '../stage/patience.ts';
import { openStage } from '../stage/stage.ts';
import { Comparison, printLoad } from './comparison.ts';
import { percentile } from './percentiles.ts';
import { TICKS_PER_SECOND, ticks } from './process-figures.ts';
import { startBenchStageHub } from './stage-hub.ts';

const ROUNDS = 300;
const BURST_BYTES = 5 * 2 ** 20;
const SPELL_MS = 6000;
/** What a busy program writes: a line of 100 bytes, two hundred times a second. */
const LINE = `\x1b[2;1H${'x'.repeat(94)}`;
const LINES_EVERY_MS = 5;

const stage = await openStage();
const hub = await startBenchStageHub(stage);
const { session_id: id } = await hub.ask('POST', '/sessions', { cwd: stage.project, driver: 'tmux' });
const { command } = (await hub.ask('GET', `/sessions/${id}/attach`)) as { command: string[] };
const at = command.indexOf('attach-session');
const tmux = (...words: string[]) =>
  execFileSync('tmux', [...command.slice(1, at), ...words], { env: stage.env, encoding: 'utf8' }).trim();
const paneOf = (format: string) => tmux('display-message', '-p', '-t', `${command.at(-1)}:`, format);
await waitUntil('the input box', async () =>
  String((await hub.ask('GET', `/sessions/${id}/screen`)).text).includes('❯'),
);
/** Everything written here is output of the pane. */
const pane = openSync(paneOf('#{pane_tty}'), 'w');
const server = Number(paneOf('#{pid}'));

const now = () => performance.timeOrigin + performance.now();
/** When each of them has seen a mark. */
const seen: Record<string, Map<number, number>> = { tmux: new Map(), hub: new Map(), page: new Map() };
const note = (way: string, text: string) => {
  for (const [, number] of text.matchAll(/mark-(\d+)-/g)) {
    if (!seen[way]?.has(Number(number))) seen[way]?.set(Number(number), now());
  }
};

const bare = spawn(
  'tmux',
  ['-C', ...command.slice(1, at + 1), '-f', 'ignore-size', ...command.slice(at + 1)],
  {
    env: stage.env,
  },
);
bare.stdout.setEncoding('latin1').on('data', (text: string) => note('tmux', text));
const viewer = watch((data) => note('hub', data.toString('latin1')));
const browser = await chromium.launch({
  executablePath: process.env['REINS_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
await context.addInitScript((token) => sessionStorage.setItem('reins.token', token), hub.token);
const page = await context.newPage();
await page.exposeFunction('noteMark', (number: number, time: number) => seen['page']?.set(number, time));
await page.goto(`${hub.url}/sessions/${id}/terminal`);
await page.getByText('❯').first().waitFor();
await page.evaluate(() => {
  const rows = document.querySelector('[data-terminal-rows]') as HTMLElement;
  new MutationObserver(() => {
    const [, number] = /mark-(\d+)-/.exec(rows.firstElementChild?.textContent ?? '') ?? [];
    const time = performance.timeOrigin + performance.now();
    if (number)
      (window as unknown as { noteMark: (n: number, t: number) => void }).noteMark(Number(number), time);
  }).observe(rows, { childList: true, subtree: true });
});

const figures = new Comparison('tmux, control mode');
const toPage: number[] = [];
for (let round = -20; round < ROUNDS; round++) {
  const number = round + 1000;
  const start = now();
  writeSync(pane, `\x1b7\x1b[1;1Hmark-${number}-\x1b8`);
  await waitUntil('all to see it', () => Object.values(seen).every((marks) => marks.has(number)), {
    everyMs: 5,
  });
  // Out of step with the frames of the screen.
  await new Promise((resolve) => setTimeout(resolve, 20 * Math.random()));
  if (round < 0) continue;
  const took = (way: string) => (seen[way]?.get(number) ?? Number.NaN) - start;
  figures.note('tmux, control mode', took('tmux'));
  figures.note('viewer of the hub', took('hub'));
  figures.note('in the page', took('page'));
  toPage.push(took('page'));
}
console.log('from a write to the pane until it is visible (goal: under 50 ms)');
figures.print();
console.log(`in the page, p99 ${percentile(toPage, 0.99).toFixed(1)} ms`);
const burst = `\x1b[3;1H${'grün ✳ '.repeat(10)}`;
const burstStart = now();
for (let at = 0; at < 100; at++)
  writeSync(pane, burst.repeat(Math.ceil(BURST_BYTES / 100 / Buffer.byteLength(burst))));
const written = now() - burstStart;
writeSync(pane, '\x1b[1;1Hmark-9999-');
await waitUntil('the end of the burst', () => seen['page']?.has(9999), { everyMs: 5 });
const toEnd = (seen['page']?.get(9999) ?? Number.NaN) - burstStart;
console.log(
  `5 MB at once, written in ${written.toFixed(0)} ms: its end is in the page after ${toEnd.toFixed(0)} ms`,
);
await browser.close();
viewer.close();
bare.stdin.end();
await waitUntil('all to be gone', () => tmux('list-clients').split('\n').length === 1);

console.log(`\nprocessor time of the hub and of tmux over ${SPELL_MS / 1000} s`);
await spend('nothing written, no viewer', false);
await spend('20 KB a second written, no viewer', true);
const again = watch(() => {});
await new Promise((resolve) => again.once('message', resolve));
await spend('20 KB a second written, one viewer', true);
again.close();
printLoad();
closeSync(pane);
await hub.ask('DELETE', `/sessions/${id}`);
await hub.close();
await stage.close();

function watch(take: (data: Buffer) => void): WebSocket {
  const url = `${hub.url.replace('http', 'ws')}/api/sessions/${id}/terminal`;
  return new WebSocket(url, ['reins', `reins.token.${hub.token}`]).on('message', take);
}

async function spend(name: string, isWriting: boolean): Promise<void> {
  const before = [ticks(hub.pid), ticks(server)];
  const until = Date.now() + SPELL_MS;
  while (Date.now() < until) {
    if (isWriting) writeSync(pane, LINE);
    await new Promise((resolve) => setTimeout(resolve, LINES_EVERY_MS));
  }
  const [ofHub, ofTmux] = [ticks(hub.pid), ticks(server)].map(
    (after, which) => ((after - (before[which] ?? 0)) * 1000) / TICKS_PER_SECOND,
  );
  console.log(`${name}: hub ${ofHub} ms, tmux ${ofTmux} ms`);
}
