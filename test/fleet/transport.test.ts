/** Calls and copies between hosts over a real NATS server. */
import { randomUUID } from 'node:crypto';
import { jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Calls, serveCalls } from '../../src/fleet/calls.ts';
import { type Copies, CopyFollower, type Place } from '../../src/fleet/copy-follower.ts';
import { EventPublisher, type SharedLog } from '../../src/fleet/event-publisher.ts';
import { Hosts } from '../../src/fleet/hosts.ts';
import type { LogPage } from '../../src/fleet/log-page.ts';
import type { Membership } from '../../src/fleet/membership.ts';
import { openHosts, prepareStreams, readHeartbeats } from '../../src/fleet/prepare-streams.ts';
import { EVENT_STREAM } from '../../src/fleet/subjects.ts';
import { ReinsError } from '../../src/protocol/errors.ts';
import type { ReinsEvent } from '../../src/protocol/events.ts';
import { patienceMs, waitUntil } from '../../stage/patience.ts';
import { isLong } from '../repetitions.ts';
import { connectSoon, type NatsFixture, startNats } from './nats-fixture.ts';

let nats: NatsFixture;
let home: NatsConnection;
let laptop: NatsConnection;
let members: [Membership, Membership];
const ids = () => members.map(({ host_id }) => host_id) as [string, string];
const endings: (() => unknown)[] = [];

beforeAll(async () => {
  nats = await startNats();
  members = [nats.founder, nats.admit('laptop')];
  home = await connectSoon(members[0]);
  laptop = await connectSoon(members[1]);
  await prepareStreams(home);
});
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});
afterAll(async () => {
  await home?.close();
  await laptop?.close();
  await nats?.stop();
});

describe('calls', () => {
  const collect = async (owner: string, request: Buffer) => {
    const parts: Uint8Array[] = [];
    for await (const part of new Calls(home, ids()[0]).call(owner, request)) parts.push(part);
    return Buffer.concat(parts);
  };

  test('a request and a reply of many parts arrive whole', async () => {
    const [homeId, laptopId] = ids();
    let receivedFrom = '';
    endings.push(
      serveCalls(laptop, laptopId, async function* (request, caller) {
        receivedFrom = caller;
        yield request.subarray(0, 10);
        yield request.subarray(10);
      }),
    );
    await laptop.flush();
    const request = Buffer.alloc(3_000_000, 'abcdefghij0123456789');
    expect((await collect(laptopId, request)).equals(request)).toBe(true);
    expect(receivedFrom).toBe(homeId);
  });

  test('an error of the other host is thrown here as it was there', async () => {
    const [, laptopId] = ids();
    endings.push(
      serveCalls(laptop, laptopId, async function* () {
        yield Buffer.from('half');
        throw new ReinsError('session_not_found', 'There is no session x.', { session_id: 'x' });
      }),
    );
    await laptop.flush();
    await expect(collect(laptopId, Buffer.from('?'))).rejects.toMatchObject({
      ...{ code: 'session_not_found', details: { session_id: 'x' } },
    });
  });

  test.runIf(isLong)('a host may take longer than the longest silence, as long as it lives', async () => {
    const [homeId, laptopId] = ids();
    const handle = async function* () {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      yield Buffer.from('at last');
    };
    endings.push(serveCalls(laptop, laptopId, handle, { aliveMs: 100 }));
    await laptop.flush();
    const replies = new Calls(home, homeId, { pauseMs: 3000 }).call(laptopId, Buffer.from('?'));
    expect(String((await replies.next()).value)).toBe('at last');
  });

  test('an absent host is offline immediately', async () => {
    await expect(collect('aaaaaaaaaa', Buffer.from('?'))).rejects.toMatchObject({ code: 'host_offline' });
  });
});

test('the list of hosts is complete and ends, however often their entries are replaced', async () => {
  const [homeId, laptopId] = ids();
  const put = async (from: NatsConnection, host_id: string) =>
    (await openHosts(from)).put(
      host_id,
      JSON.stringify({
        ...{ host_id, name: host_id, version: '0.1.0', epoch: 'one', position: 0, max_role: 'viewer' },
        ...{ sessions: 0, started_at: new Date().toISOString() },
      }),
    );
  await put(home, homeId);
  await put(laptop, laptopId);
  let isOver = false;
  const replacing = (async () => {
    while (!isOver) await put(laptop, laptopId);
  })();
  for (let time = 0; time < 50; time++) {
    const found = await readHeartbeats(home);
    expect(new Set(found.map(({ host_id }) => host_id))).toEqual(new Set([homeId, laptopId]));
  }
  isOver = true;
  await replacing;
  await (await openHosts(laptop)).delete(laptopId);
  expect(await readHeartbeats(home)).toMatchObject([{ host_id: homeId }]);
});

test('a watch of hosts that NATS leaves without entries is replaced', async () => {
  const bucket = await openHosts(laptop);
  const watch = bucket.watch.bind(bucket);
  vi.spyOn(bucket, 'watch').mockImplementationOnce(() => watch({ key: 'nobody' }));
  const [, host_id] = ids();
  const started_at = new Date().toISOString();
  const hosts = new Hosts({
    bucket,
    describe: () => ({
      ...{ host_id, name: 'laptop', version: '0.1.0', epoch: 'one', position: 0, max_role: 'viewer' },
      ...{ sessions: 0, started_at },
    }),
    onHeartbeat: () => {},
    onRemoved: () => {},
    onFailure: (error) => expect.unreachable(String(error)),
  });
  endings.push(() => hosts.close());
  await waitUntil('its own heartbeat', () =>
    hosts.list().some((host) => host.host_id === host_id && host.state === 'online'),
  );
  expect(bucket.watch).toHaveBeenCalledTimes(2);
});

describe('copies', () => {
  const fact = (seq: number) =>
    ({ type: 'hook_received', seq, session_id: 's', at: '' }) as never as ReinsEvent;

  class MemoryLog implements SharedLog {
    readonly events: ReinsEvent[] = [];
    // The stream still has the pages of other tests.
    epochNow = randomUUID();
    readonly #listeners = new Set<() => void>();
    epoch = () => this.epochNow;
    lastPosition = () => this.events.length;
    page(after: number): LogPage {
      const events = this.events.slice(after, after + 7);
      return { epoch: this.epochNow, after, up_to: after + events.length, events };
    }
    onCommit(listener: () => void) {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    }
    add(count: number) {
      for (let left = count; left > 0; left--) this.events.push(fact(this.events.length + 1));
      for (const listener of this.#listeners) listener();
    }
  }

  class MemoryCopies implements Copies {
    readonly seen: number[] = [];
    at: Place | undefined;
    stream: { stream: string; seq: number } | undefined;
    place = () => this.at;
    append(_host: string, { epoch, up_to, events }: LogPage) {
      const known = this.at?.position ?? 0;
      for (const { seq } of events) if (seq > known) this.seen.push(seq);
      this.at = { epoch, position: up_to };
    }
    restart(_host: string, epoch: string) {
      this.seen.length = 0;
      this.at = { epoch, position: 0 };
    }
    streamPlace = () => this.stream;
    saveStreamPlace = (place: { stream: string; seq: number }) => {
      this.stream = place;
    };
  }

  const publish = (log: MemoryLog) => {
    let place: Place | undefined;
    const publisher = new EventPublisher({
      ...{ nats: home, host: ids()[0], log, output: { info: () => {}, warn: () => {} } },
      place: { read: () => place, write: (next) => (place = next) },
    });
    endings.push(() => publisher.close());
  };
  const follow = (log: MemoryLog, copies: MemoryCopies) => {
    let fetched = 0;
    const follower = new CopyFollower({
      ...{ nats: laptop, host: ids()[1], copies, output: { info: () => {}, warn: () => {} } },
      fetchPage: async (_host, { epoch, position }) => {
        fetched++;
        return log.page(epoch === log.epochNow ? position : 0);
      },
    });
    endings.push(() => follower.close());
    return { follower, fetched: () => fetched };
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const same = (copies: MemoryCopies, count: number) =>
    expect.poll(() => copies.seen, { timeout: patienceMs() }).toEqual(upTo(count));

  test('old events come from the owner, new ones from the stream, each once and in order', async () => {
    const [log, copies] = [new MemoryLog(), new MemoryCopies()];
    log.add(20);
    publish(log);
    const { fetched } = follow(log, copies);
    log.add(5);
    await same(copies, 25);
    const before = fetched();
    log.add(30);
    await same(copies, 55);
    expect(fetched()).toBe(before);
  });

  test('pages that NATS refused are published again, in order and without a gap', async () => {
    const log = new MemoryLog();
    publish(log);
    const manager = await jetstream(home).jetstreamManager();
    await manager.streams.purge(EVENT_STREAM);
    log.add(3);
    const last = async () =>
      (await manager.streams.getMessage(EVENT_STREAM, { last_by_subj: 'reins.ev.*' }))?.json();
    await expect.poll(last, { timeout: patienceMs() }).toMatchObject({ up_to: 3 });
    await manager.streams.delete(EVENT_STREAM);
    log.add(30);
    await prepareStreams(home);
    await expect.poll(last, { timeout: patienceMs() }).toMatchObject({ up_to: 33 });
    const { state } = await manager.streams.info(EVENT_STREAM);
    let position = 3;
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const page = (await manager.streams.getMessage(EVENT_STREAM, { seq }))?.json<LogPage>();
      expect(page?.after).toBe(position);
      position = page?.up_to ?? 0;
    }
    expect(position).toBe(33);
  });

  test('a new log replaces the copy of the old one', async () => {
    const [log, copies] = [new MemoryLog(), new MemoryCopies()];
    publish(log);
    const { follower } = follow(log, copies);
    log.add(10);
    await same(copies, 10);
    log.epochNow = randomUUID();
    log.events.length = 0;
    log.add(4);
    // As the next heartbeat does.
    follower.compare(ids()[0], { epoch: log.epochNow, position: 4 });
    await same(copies, 4);
    log.add(2);
    await same(copies, 6);
    expect(copies.at?.epoch).toBe(log.epochNow);
  });
});
