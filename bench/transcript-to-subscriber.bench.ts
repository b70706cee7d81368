/**
 * From an append to a live transcript to a subscriber. The floor is a bare watch on the same file in this process;
 * comparable programs that poll need 2 to 6 seconds.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, watch, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { waitUntil } from '../stage/patience.ts';
import { makeBenchHome } from './hub-process.ts';
import { describeMs, percentile } from './percentiles.ts';
import { readSse } from './sse-reader.ts';

const APPENDS = 200;
const BURST = 40;

const home = makeBenchHome();
const sessionId = randomUUID();
const transcript = home.announce(sessionId, process.pid);
writeFileSync(transcript, row('before'));
const hub = await home.startHub();
const sentAt = new Map<string, number>();
const delays: number[] = [];
const floor: number[] = [];
const arrived: string[] = [];

const reader = await readSse(`${hub.url}/api/sessions/${sessionId}/events`, hub.operatorToken, (data) => {
  const [, mark = ''] = /"text":"words of ([\w-]+)"/.exec(data) ?? [];
  if (!mark) return;
  arrived.push(mark);
  delays.push(performance.now() - (sentAt.get(mark) ?? Number.NaN));
});
await waitUntil('the beginning', () => arrived.length === 1);
delays.length = 0;

let appendedAt = 0;
const watcher = watch(dirname(transcript), () => {
  if (appendedAt > 0) floor.push(performance.now() - appendedAt);
  appendedAt = 0;
});
for (let count = 0; count < APPENDS; count++) {
  appendedAt = append(`mark-${count}`);
  await waitUntil('the row', () => arrived.at(-1) === `mark-${count}`, { everyMs: 1 });
  await new Promise((resolve) => setTimeout(resolve, 20));
}
watcher.close();
console.log(`bare watch         ${describeMs(floor)}`);
console.log(`hub to subscriber  ${describeMs(delays)} (goal: within 100 ms)`);
console.log(`ratio of p50: ${(percentile(delays, 0.5) / percentile(floor, 0.5)).toFixed(1)}`);

arrived.length = 0;
for (let count = 0; count < BURST; count++) append(`burst-${count}`);
await waitUntil('the burst', () => arrived.length >= BURST, { everyMs: 1 });
console.log(`a burst of ${BURST} appends arrived as ${arrived.length}`);
reader.close();
await hub.close();
home.remove();

function append(name: string): number {
  const now = performance.now();
  sentAt.set(name, now);
  appendFileSync(transcript, row(name));
  return now;
}

function row(name: string): string {
  const message = { content: `words of ${name}` };
  return `${JSON.stringify({ type: 'user', uuid: name, timestamp: new Date().toISOString(), message })}\n`;
}
