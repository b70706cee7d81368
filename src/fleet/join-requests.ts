/** How a new host announces its key: one request to the founder, on a subject that only invitations may use. */
import { type Msg, type NatsConnection, NoRespondersError } from '@nats-io/transport-node';
import { z } from 'zod';
import { ReinsError } from '../protocol/errors.ts';
import { publicKeySchema } from './remote-requests.ts';
import { callerOf, joinSubject } from './subjects.ts';

const REPLY_MS = 5000;
const ABSENT_MS = 2000;
const RETRY_MS = 250;

const requestSchema = z.object({ public_key: publicKeySchema });
const replySchema = z.object({ refused: z.string().optional() });

export interface Admission {
  /** Throws `host_refused`. */
  check(host: string): void;
  /** Makes NATS reload its users, which ends connections made with the invitation. */
  admit(host: string, publicKey: string): void;
}

/** The founder's part. Returns an unsubscribe function. */
export function serveJoins(nats: NatsConnection, founder: string, admission: Admission): () => void {
  const requests = nats.subscribe(joinSubject(founder, '*'), {
    callback: (error, message) => {
      if (!error) void answer(message);
    },
  });
  return () => requests.unsubscribe();

  async function answer(message: Msg): Promise<void> {
    const host = callerOf(message.subject);
    const respond = (reply: z.infer<typeof replySchema>) => message.respond(JSON.stringify(reply));
    try {
      const { public_key } = requestSchema.parse(JSON.parse(message.string()));
      admission.check(host);
      respond({});
      await nats.flush();
      admission.admit(host, public_key);
    } catch (failure) {
      respond({
        refused:
          failure instanceof ReinsError
            ? failure.message
            : 'The founder failed to handle the request. See its log for the reason.',
      });
    }
  }
}

/** Resolves when the founder has accepted the key. Throws `host_offline`, `host_refused`. */
export async function requestJoin(
  nats: NatsConnection,
  {
    founder,
    host,
    publicKey,
  }: { readonly founder: string; readonly host: string; readonly publicKey: string },
): Promise<void> {
  const request = JSON.stringify({ public_key: publicKey });
  const reply = await whileAbsent(() =>
    nats.request(joinSubject(founder, host), request, { timeout: REPLY_MS }),
  ).catch((error) => {
    if (!isAbsent(error)) throw error;
    throw new ReinsError(
      'host_offline',
      'The hub of the host that founded the fleet is not connected. Start it there with "reins up --detach", then run this command again: the invitation is still valid.',
    );
  });
  const { refused } = replySchema.parse(JSON.parse(reply.string()));
  if (refused !== undefined) throw new ReinsError('host_refused', refused);
}

/** The founder may be disconnected for a moment while NATS reloads its users. */
export async function whileAbsent<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + ABSENT_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isAbsent(error) || performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function isAbsent(error: unknown): boolean {
  if (error instanceof ReinsError) return error.code === 'host_offline';
  return error instanceof NoRespondersError || (error as Error).cause instanceof NoRespondersError;
}
