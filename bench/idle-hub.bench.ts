/** What an idle hub costs with 20 live sessions: memory and processor time, read from /proc. The floor is a bare Node. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { waitUntil } from '../stage/patience.ts';
import { makeBenchHome } from './hub-process.ts';
import { megabytes, TICKS_PER_SECOND, ticks } from './process-figures.ts';

const SESSIONS = 20;
const ROWS = 400;
const SECONDS = 60;

const home = makeBenchHome();
const players: ChildProcess[] = [];
for (let count = 0; count < SESSIONS; count++) {
  const player = spawn('sleep', ['600'], { stdio: 'ignore' });
  players.push(player);
  const rows = Array.from({ length: ROWS }, () => row());
  writeFileSync(home.announce(randomUUID(), player.pid as number), rows.join(''));
}
const bare = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
const hub = await home.startHub();
const headers = { authorization: `Bearer ${hub.operatorToken}` };
await waitUntil('all sessions', async () => {
  const response = await fetch(`${hub.url}/api/sessions?limit=100`, { headers });
  const { items } = (await response.json()) as { items: { status: string; seq: number }[] };
  return items.filter(({ status, seq }) => status !== 'ended' && seq > ROWS).length === SESSIONS;
});
// Garbage from the start is collected in the first idle moments.
await rest(10);
const before = ticks(hub.pid);
await rest(SECONDS);
const share = ((ticks(hub.pid) - before) / TICKS_PER_SECOND / SECONDS) * 100;
console.log(
  `hub with ${SESSIONS} live sessions: ${megabytes(hub.pid)} MB, ${share.toFixed(2)} % of a core (goal: 100 MB, 0.5 %)`,
);
console.log(
  `bare Node: ${megabytes(bare.pid as number)} MB; ratio ${(megabytes(hub.pid) / megabytes(bare.pid as number)).toFixed(1)}`,
);
await hub.close();
for (const child of [...players, bare]) child.kill();
home.remove();

function rest(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

function row(): string {
  const message = { content: 'Some words that stand for a prompt of usual length. '.repeat(10) };
  return `${JSON.stringify({ type: 'user', uuid: randomUUID(), timestamp: new Date().toISOString(), message })}\n`;
}
