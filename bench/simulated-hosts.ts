/** Hosts of a fleet without hubs: real logs, published over real connections; they follow nobody. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { serveCalls } from '../src/fleet/calls.ts';
import { connectNats } from '../src/fleet/connect-nats.ts';
import { EventPublisher } from '../src/fleet/event-publisher.ts';
import type { Membership } from '../src/fleet/membership.ts';
import { openHosts } from '../src/fleet/prepare-streams.ts';
import { readRequest } from '../src/fleet/remote-requests.ts';
import { shareLog } from '../src/fleet/shared-log.ts';
import { REINS_VERSION } from '../src/lib/version.ts';
import { openLog } from '../src/store/open-log.ts';
import { waitUntil } from '../stage/patience.ts';
import { realisticTurn } from './realistic-drafts.ts';

const HEARTBEAT_MS = 5000;

export interface SimulatedHost {
  /** Appends this many events, in batches of one session. */
  write(events: number): void;
  /** The end of its log. */
  position(): number;
  /** Bytes sent to NATS so far, heartbeats included. */
  sentBytes(): number;
  close(): Promise<void>;
}

export async function simulateHost(
  member: Membership,
  folder: string,
  sessions: number,
): Promise<SimulatedHost> {
  const { host_id, name } = member;
  mkdirSync(join(folder, host_id), { recursive: true });
  const opened = openLog({ folder: join(folder, host_id), host: name });
  const log = shareLog({ ...opened, name, share: () => 'all' });
  const nats = await waitUntil('NATS', () => connectNats(member).catch(() => undefined));
  const stopServing = serveCalls(nats, host_id, async function* (request) {
    const { head } = readRequest(request);
    if (head.verb !== 'page') return;
    yield Buffer.from(JSON.stringify(log.page(head.epoch === log.epoch() ? head.after : 0)));
  });
  let place: { epoch: string; position: number } | undefined;
  const publisher = new EventPublisher({
    ...{ nats, host: host_id, log, output: { info: () => {}, warn: () => {} } },
    place: { read: () => place, write: (next) => (place = next) },
  });
  const bucket = await openHosts(nats);
  const started_at = new Date().toISOString();
  const beat = () =>
    bucket
      .put(
        host_id,
        JSON.stringify({
          ...{ host_id, name, version: REINS_VERSION, max_role: 'operator', sessions, started_at },
          ...{ epoch: log.epoch(), position: log.lastPosition(), sent_at: new Date().toISOString() },
        }),
      )
      .catch(() => {});
  await beat();
  const timer = setInterval(beat, HEARTBEAT_MS);
  const ids = Array.from({ length: sessions }, () => randomUUID());
  const drafts = ids.map(() => realisticTurn(Date.now()));
  let next = 0;
  return {
    write(events) {
      for (let left = events; left > 0; ) {
        const at = next++ % ids.length;
        const queue = drafts[at] ?? [];
        if (queue.length === 0) queue.push(...realisticTurn(Date.now()));
        const taken = queue.splice(0, left);
        opened.log.append([{ sessionId: ids[at] ?? '', drafts: taken }]);
        left -= taken.length;
      }
    },
    position: () => log.lastPosition(),
    sentBytes: () => nats.stats().outBytes,
    async close() {
      clearInterval(timer);
      stopServing();
      await publisher.close();
      await nats.close();
      opened.close();
    },
  };
}
