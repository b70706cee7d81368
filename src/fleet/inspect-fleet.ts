/** Inspects a fleet from this host over a separate connection: NATS, the streams, this host's permissions, the other hosts. */
import { type NatsConnection, PermissionViolationError } from '@nats-io/transport-node';
import { connectNats } from './connect-nats.ts';
import type { Membership } from './membership.ts';
import { toNatsProblem } from './nats-errors.ts';
import {
  missingStreams,
  openManager,
  readHeartbeats,
  type SentHeartbeat,
  STREAM_NAMES,
} from './prepare-streams.ts';
import { inboxOf, presenceSubject } from './subjects.ts';

export interface StreamUse {
  readonly name: string;
  readonly messages: number;
  readonly bytes: number;
  readonly max_bytes: number;
}

export interface FleetInspection {
  readonly server: {
    readonly version: string;
    readonly address: string;
    readonly rtt_ms: number;
    readonly max_payload: number;
  };
  readonly streams: readonly StreamUse[];
  readonly missing_streams: readonly string[];
  /** The last heartbeat of every host; empty while the streams are missing. */
  readonly heartbeats: readonly SentHeartbeat[];
  /** Whether NATS keeps hosts from publishing as others and from reading replies to others. */
  readonly is_separated: boolean;
}

/** An id that no host has. */
const NOBODY = 'aaaaaaaaaa';

/** Throws ReinsErrors with a remedy if NATS cannot be used at all. */
export async function inspectFleet(membership: Membership): Promise<FleetInspection> {
  const nats = await connectNats(membership, { isOnce: true }).catch((error) => {
    throw toNatsProblem(error, membership.servers, refusedRemedy(membership));
  });
  try {
    const manager = await openManager(nats);
    const missing = await missingStreams(manager);
    const { version = '', max_payload } = nats.info ?? { max_payload: 0 };
    return {
      server: { version, address: nats.getServer(), rtt_ms: await nats.rtt(), max_payload },
      streams: await readStreams(nats, missing),
      missing_streams: missing,
      heartbeats: missing.length > 0 ? [] : await readHeartbeats(nats),
      is_separated: await isSeparated(nats),
    };
  } finally {
    await nats.close();
  }
}

function refusedRemedy({ founder, host_id, name }: Membership): string {
  if (founder === undefined) return 'Ask the operator of the server whether the login is still valid.';
  if (founder === host_id) return 'Check that nats-server runs with the nats.conf of this fleet.';
  return `This host was removed from the fleet, or its key was replaced. Create an invitation with "reins fleet invite ${name} --replace" on the host that founded the fleet, then join again.`;
}

async function readStreams(nats: NatsConnection, missing: readonly string[]): Promise<StreamUse[]> {
  const { streams } = await openManager(nats);
  const names = STREAM_NAMES.filter((name) => !missing.includes(name));
  return Promise.all(
    names.map(async (name) => {
      const { state, config } = await streams.info(name);
      return { name, messages: state.messages, bytes: state.bytes, max_bytes: config.max_bytes };
    }),
  );
}

/** Tries what no host may do, with the id of a host that does not exist. */
async function isSeparated(nats: NatsConnection): Promise<boolean> {
  const refused = new Set<string>();
  const inbox = `${inboxOf(NOBODY)}.probe`;
  const watching = (async () => {
    for await (const status of nats.status())
      if (status.type === 'error' && status.error instanceof PermissionViolationError)
        refused.add(status.error.operation);
  })();
  const subscription = nats.subscribe(inbox, { callback: () => {} });
  nats.publish(presenceSubject(NOBODY), '{}');
  await nats.flush().catch(() => {});
  await new Promise((resolve) => setImmediate(resolve));
  subscription.unsubscribe();
  void watching;
  return refused.has('publish') && refused.has('subscription');
}
