/** Creates the streams of a fleet, with their limits: the founder does this, and every host on a server that others run. */
import {
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  type StreamConfig,
} from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import { ReinsError } from '../protocol/errors.ts';
import { type Heartbeat, parseHeartbeat } from './heartbeat.ts';
import { jetstreamOf } from './jetstream-of.ts';
import { EVENT_STREAM, HOST_BUCKET, PROMPT_STREAM } from './subjects.ts';

const DAY_MS = 86_400_000;
/** The server's own code for it. */
const STREAM_NOT_FOUND = 10059;
const HOST_BYTES = 16 * 1024 ** 2;

interface FleetStream extends Partial<StreamConfig> {
  readonly name: string;
  readonly max_bytes: number;
  /** Its part of what an account may store. */
  readonly part: number;
}

const STREAMS: readonly FleetStream[] = [
  {
    name: EVENT_STREAM,
    subjects: ['reins.ev.*'],
    max_age: nanos(7 * DAY_MS),
    max_bytes: 1024 ** 3,
    part: 0.7,
    duplicate_window: nanos(10 * 60_000),
  },
  {
    name: PROMPT_STREAM,
    subjects: ['reins.prompts.*.*.*'],
    max_msgs_per_subject: 1,
    retention: RetentionPolicy.Workqueue,
    max_age: nanos(7 * DAY_MS),
    max_bytes: 256 * 1024 ** 2,
    part: 0.2,
    duplicate_window: nanos(10 * 60_000),
  },
];

/** The streams that a fleet needs, the bucket included. */
export const STREAM_NAMES = [...STREAMS.map(({ name }) => name), `KV_${HOST_BUCKET}`];

/** Throws `host_refused` with a remedy if the server does not allow it. */
export async function prepareStreams(nats: NatsConnection): Promise<void> {
  const manager = await openManager(nats);
  const missing = await missingStreams(manager);
  if (missing.length === 0) return;
  try {
    const room = await roomOf(manager);
    for (const { part, ...stream } of STREAMS)
      if (missing.includes(stream.name))
        await manager.streams.add({
          ...stream,
          max_bytes: Math.min(stream.max_bytes, Math.floor(room * part)),
        });
    if (missing.includes(`KV_${HOST_BUCKET}`))
      await new Kvm(jetstreamOf(nats)).create(HOST_BUCKET, {
        history: 1,
        max_bytes: Math.min(HOST_BYTES, Math.floor(room * 0.1)),
      });
  } catch (error) {
    throw new ReinsError(
      'host_refused',
      `NATS does not let this host create the streams of the fleet (${(error as Error).message}). Give its login the permissions listed at /docs/fleet on the hub, or have the operator of the server create ${missing.join(', ')}.`,
    );
  }
}

/** Throws `host_refused` if the account has no JetStream. */
export async function openManager(nats: NatsConnection): Promise<JetStreamManager> {
  try {
    return await jetstreamOf(nats).jetstreamManager();
  } catch (error) {
    throw new ReinsError(
      'host_refused',
      `JetStream is not available to this login (${(error as Error).message}). A fleet needs it: enable it on the server, for example with "nats-server -js", and for the account.`,
    );
  }
}

export async function missingStreams({ streams }: JetStreamManager): Promise<string[]> {
  const found = await Promise.all(
    STREAM_NAMES.map((name) =>
      streams.info(name).then(
        () => [],
        (error) => {
          if (error instanceof JetStreamApiError && error.code === STREAM_NOT_FOUND) return [name];
          throw error;
        },
      ),
    ),
  );
  return found.flat();
}

/** How much the account may still store; a fleet uses at most 1.3 GB. */
async function roomOf(manager: JetStreamManager): Promise<number> {
  const { limits, storage } = await manager.getAccountInfo();
  return limits.max_storage < 0 ? Number.MAX_SAFE_INTEGER : Math.max(0, limits.max_storage - storage);
}

export function openHosts(nats: NatsConnection): Promise<KV> {
  return new Kvm(jetstreamOf(nats)).open(HOST_BUCKET);
}

export type SentHeartbeat = Heartbeat & {
  /** On the clock of the server. */
  readonly received_at: string;
};

/** The last heartbeat of every host. */
export async function readHeartbeats(nats: NatsConnection): Promise<SentHeartbeat[]> {
  const bucket = await openHosts(nats);
  const found: SentHeartbeat[] = [];
  for (const key of await hostKeys(nats)) {
    const entry = await bucket.get(key);
    const heartbeat = entry?.operation === 'PUT' ? parseHeartbeat(key, entry.json()) : undefined;
    if (entry && heartbeat) found.push({ ...heartbeat, received_at: entry.created.toISOString() });
  }
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

/** Not by `bucket.keys()`: that never ends if an entry is replaced while it starts to read. */
async function hostKeys(nats: NatsConnection): Promise<string[]> {
  const { streams } = await jetstreamOf(nats).jetstreamManager();
  const prefix = `$KV.${HOST_BUCKET}.`;
  const { state } = await streams.info(`KV_${HOST_BUCKET}`, { subjects_filter: `${prefix}>` });
  return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(prefix.length));
}
