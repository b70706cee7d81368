/**
 * What a fleet costs its members: one real hub follows 1, 10, 25 and 50 simulated hosts with 20 sessions each and 10 events a
 * second per host; then it catches up after it was away. The simulated hosts, NATS and the hub share the machine; a
 * separate process asks for the list of sessions ten times a second.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Host } from '../src/protocol/fleet.ts';
import { waitUntil } from '../stage/patience.ts';
import { startNats } from '../test/fleet/nats-fixture.ts';
import { printLoad } from './comparison.ts';
import { type BenchHub, makeBenchHome, startHub } from './hub-process.ts';
import { describeMs } from './percentiles.ts';
import { megabytes, peakMegabytes, TICKS_PER_SECOND, ticks } from './process-figures.ts';
import { type SimulatedHost, simulateHost } from './simulated-hosts.ts';

type Hub = Pick<BenchHub, 'url' | 'operatorToken'>;

const STEPS = [1, 10, 25, 50];
const SESSIONS = 20;
const PER_HOST_AND_SECOND = 10;
const SECONDS = 15;
const TICK_MS = 100;
/** While the hub is away: an hour of one host. */
const MISSED = 3600 * PER_HOST_AND_SECOND;
/** The hub learns from heartbeats how far logs go. */
const HEARTBEATS_MS = 6000;

const [, , url, operatorToken] = process.argv;
if (url !== undefined && operatorToken !== undefined) await pollList({ url, operatorToken });
else await measureFleet();

async function measureFleet(): Promise<void> {
  const home = makeBenchHome();
  const nats = await startNats(join(home.folder, 'reins-home'));
  let front = await home.startHub();
  const hosts: SimulatedHost[] = [];
  try {
    for (const count of STEPS) {
      while (hosts.length < count)
        hosts.push(await simulateHost(nats.admit(`host-${hosts.length}`), home.folder, SESSIONS));
      for (const host of hosts) host.write(SESSIONS * PER_HOST_AND_SECOND);
      await untilComplete(front, count);
      await measureLoad(front, hosts);
    }
    await front.close();
    for (const host of hosts) host.write(MISSED / hosts.length);
    await delay(HEARTBEATS_MS);
    front = await startHub(home.folder, join(home.folder, 'claude'));
    const started = performance.now();
    await untilComplete(front, hosts.length);
    const seconds = (performance.now() - started) / 1000;
    const rate = (MISSED / seconds).toFixed(0);
    console.log(`catch-up: ${MISSED} events in ${seconds.toFixed(1)} s, ${rate} events/s`);
    console.log(`${megabytes(front.pid)} MB afterwards, at most ${peakMegabytes(front.pid)} MB`);
    printLoad();
  } finally {
    await front.close();
    await Promise.all(hosts.map((host) => host.close()));
    await nats.stop();
    home.remove();
  }
}

async function ask<T>(hub: Hub, path: string): Promise<T> {
  const headers = { authorization: `Bearer ${hub.operatorToken}` };
  const response = await fetch(`${hub.url}/api${path}`, { headers });
  return (await response.json()) as T;
}

/** Waits until the hub has copied everything. */
async function untilComplete(hub: Hub, count: number): Promise<void> {
  // A hub that has just started lists the hosts of last time as offline.
  const isComplete = ({ state, lag_events }: Host) => state !== 'offline' && lag_events === 0;
  await waitUntil('complete copies', async () => {
    const { items } = await ask<{ items: Host[] }>(hub, '/hosts');
    const others = items.filter(({ is_self }) => !is_self);
    return others.length === count && others.every(isComplete);
  });
}

async function measureLoad(hub: BenchHub, hosts: readonly SimulatedHost[]): Promise<void> {
  const total = (figure: (host: SimulatedHost) => number) =>
    hosts.reduce((sum, host) => sum + figure(host), 0);
  const bytes = () => total((host) => host.sentBytes());
  const positions = () => total((host) => host.position());
  const lister = fork(import.meta.filename, [hub.url, hub.operatorToken], { execArgv: [] });
  await once(lister, 'message');
  const [bytesBefore, eventsBefore, ticksBefore] = [bytes(), positions(), ticks(hub.pid)];
  const started = performance.now();
  for (let written = 0; performance.now() - started < SECONDS * 1000; await delay(TICK_MS)) {
    const due = Math.floor(((performance.now() - started) / 1000) * PER_HOST_AND_SECOND);
    if (due > written) for (const host of hosts) host.write(due - written);
    written = Math.max(written, due);
  }
  const seconds = (performance.now() - started) / 1000;
  const processor = ((ticks(hub.pid) - ticksBefore) / TICKS_PER_SECOND / seconds) * 100;
  const events = positions() - eventsBefore;
  lister.send('stop');
  const [lists] = (await once(lister, 'message')) as [number[]];
  await once(lister, 'exit');
  console.log(
    `${hosts.length} hosts, ${(events / seconds).toFixed(0)} events/s: ${megabytes(hub.pid)} MB, ` +
      `processor ${processor.toFixed(0)} %, list ${describeMs(lists)}; ` +
      `${((bytes() - bytesBefore) / events).toFixed(0)} bytes sent per event`,
  );
}

/** In a process of its own, because the simulated hosts keep theirs busy. */
async function pollList(hub: Hub): Promise<void> {
  const lists: number[] = [];
  let isOver = false;
  process.on('message', () => {
    isOver = true;
  });
  for (let round = 0; !isOver; round++) {
    const asked = performance.now();
    await ask(hub, '/sessions?limit=50');
    // The first one opens the connection.
    if (round > 0) lists.push(performance.now() - asked);
    else process.send?.('ready');
    await delay(TICK_MS);
  }
  process.send?.(lists);
  process.disconnect();
}
