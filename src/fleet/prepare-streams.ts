/** Makes the streams of a fleet, with their limits. The founder does this; other members find them. */
import { jetstream, RetentionPolicy, type StreamConfig } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import { EVENT_STREAM, HOST_BUCKET, PROMPT_STREAM } from './subjects.ts';

const DAY_MS = 86_400_000;

const STREAMS: readonly (Partial<StreamConfig> & { readonly name: string })[] = [
  {
    name: EVENT_STREAM,
    subjects: ['reins.ev.*'],
    max_age: nanos(7 * DAY_MS),
    max_bytes: 1024 ** 3,
    duplicate_window: nanos(10 * 60_000),
  },
  {
    name: PROMPT_STREAM,
    subjects: ['reins.prompts.*.*'],
    retention: RetentionPolicy.Workqueue,
    max_age: nanos(7 * DAY_MS),
    max_bytes: 256 * 1024 ** 2,
    duplicate_window: nanos(10 * 60_000),
  },
];

export async function prepareStreams(nats: NatsConnection): Promise<void> {
  const { streams } = await jetstream(nats).jetstreamManager();
  for (const stream of STREAMS) {
    const isThere = await streams.info(stream.name).then(
      () => true,
      () => false,
    );
    if (!isThere) await streams.add(stream);
  }
  await new Kvm(nats).create(HOST_BUCKET, { history: 1 });
}

export function openHosts(nats: NatsConnection): Promise<KV> {
  return new Kvm(nats).open(HOST_BUCKET);
}
