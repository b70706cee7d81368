/** A WebSocket has no status: one too many is closed with a reason. */
import type { WebSocket } from 'ws';
import type { Identity } from '../../protocol/access.ts';
import { toReinsError } from '../error-answers.ts';
import type { OpenStreams } from './open-streams.ts';

const TRY_AGAIN_LATER = 1013;

/** Returns a function to be called once the socket has closed; undefined when it is being closed. */
export function closeIfTooMany(
  socket: Pick<WebSocket, 'close'>,
  open: OpenStreams,
  { id }: Identity,
): (() => void) | undefined {
  try {
    return open.open(id);
  } catch (error) {
    socket.close(TRY_AGAIN_LATER, toReinsError(error).code);
    return undefined;
  }
}
