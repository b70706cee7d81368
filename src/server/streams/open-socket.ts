/** Opens a WebSocket for a caller: counts it, and ends it with the caller's access. */
import { upgradeWebSocket } from '@hono/node-server';
import type { Context } from 'hono';
import type { WebSocket } from 'ws';
import type { Identity } from '../../protocol/access.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Caller } from '../access/caller.ts';
import type { AppEnv } from '../app-env.ts';
import { toReinsError } from '../error-answers.ts';
import type { OpenStreams } from './open-streams.ts';

const TRY_AGAIN_LATER = 1013;

interface Session {
  receive(text: string): unknown;
  end(): void;
}

/**
 * `begin` is called once the socket is open; undefined if it has closed the socket. Throws `upgrade_required`
 * with this message.
 */
export async function openSocket(
  c: Context<AppEnv>,
  open: OpenStreams,
  begin: (socket: WebSocket, caller: Caller, identity: Identity) => Session | undefined,
  words: string,
): Promise<Response> {
  const [caller, identity] = [c.get('caller'), c.get('identity')];
  let session: Session | undefined;
  let unsubscribe: (() => void) | undefined;
  let release: (() => void) | undefined;
  const upgrade = upgradeWebSocket(() => ({
    onOpen(_event, { raw }) {
      const socket = raw as unknown as WebSocket;
      release = closeIfTooMany(socket, open, identity);
      if (!release) return;
      session = begin(socket, caller, identity);
      // A closing handshake would let the client keep the socket open.
      if (session) unsubscribe = caller.onRevoked(() => socket.terminate());
    },
    onMessage({ data }) {
      void session?.receive(String(data));
    },
    onClose() {
      session?.end();
      unsubscribe?.();
      release?.();
    },
  }));
  const upgraded = await upgrade(c, async () => {});
  if (upgraded) return upgraded;
  throw new ReinsError('upgrade_required', words);
}

/**
 * A WebSocket has no status: one too many is closed with a reason. Returns a function to call once the socket
 * has closed.
 */
function closeIfTooMany(socket: WebSocket, open: OpenStreams, { id }: Identity): (() => void) | undefined {
  try {
    return open.open(id);
  } catch (error) {
    socket.close(TRY_AGAIN_LATER, toReinsError(error).code);
    return undefined;
  }
}
