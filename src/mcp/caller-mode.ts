/**
 * A session must not loosen its own permissions through another one: a session that it starts or prompts must
 * ask a person at least as often as it does itself. Hooks can be forged, so the displayed mode does not
 * count, but its bounds: the strictest mode that the caller may be in, and the loosest that the other session
 * may be in.
 */
import { isLooser } from '../core/permission-modes.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { SessionDetails } from '../protocol/session.ts';
import type { NewSession } from '../protocol/steering.ts';
import type { Client } from '../sdk/client.ts';

type Mode = NonNullable<NewSession['permission_mode']>;

/** For callers that are not Claude Code sessions. */
const USUAL_MODE = 'default';
/** For a session whose mode the hub does not know. */
const STRICTEST_MODE = 'plan';

/** The mode of the calling session, which may have continued under another id since. */
export async function callerMode(
  client: Pick<Client, 'get'>,
  ownSession: string | undefined,
): Promise<string> {
  if (ownSession === undefined) return USUAL_MODE;
  let session = await client.get(ownSession).catch(() => undefined);
  while (session?.continued_as !== undefined) session = await client.get(session.continued_as);
  return session?.permission_mode_bounds?.strictest ?? STRICTEST_MODE;
}

/** Throws `forbidden` for a mode looser than the caller's. */
export function modeToStartIn(wanted: Mode | undefined, caller: string): Mode {
  if (wanted === undefined) return isLooser(USUAL_MODE, caller) ? (caller as Mode) : USUAL_MODE;
  if (!isLooser(wanted, caller)) return wanted;
  throw new ReinsError(
    'forbidden',
    `The permission mode "${wanted}" is looser than your own ("${caller}"). Leave it out, or ask the user.`,
  );
}

/** Throws `forbidden` for a session in an unknown mode, or in one looser than the caller's. */
export function requireNoLooser(
  bounds: SessionDetails['permission_mode_bounds'],
  caller: string,
  sessionId: string,
): void {
  const mode = bounds?.loosest;
  if (mode !== undefined && !isLooser(mode, caller)) return;
  const why =
    mode === undefined
      ? 'The permission mode of this session is unknown'
      : `This session may be in the permission mode "${mode}", which is looser than your own ("${caller}")`;
  throw new ReinsError('forbidden', `${why}. Ask the user to prompt it.`, { session_id: sessionId });
}
