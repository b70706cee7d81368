/** Where a subscription starts: after what the client has seen, or over if that is unknown. */

import type { Place } from '../../hub/fleet/log-place.ts';
import type { Reset } from '../../protocol/api.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Reader, ServerDeps } from '../server-deps.ts';
import { isResumeId, placeOf } from './resume-id.ts';

export interface Wish {
  readonly sessionId?: string | undefined;
  /** The last id that a returning client saw; it takes precedence over `since`. */
  readonly lastEventId?: string | undefined;
  /** `now`, a resume id, or a number: the session's seq, or the position in the log for the stream of all sessions. */
  readonly since?: string | undefined;
}

/** A place to start after, or why the client must start over from a snapshot. */
export type Beginning = { readonly after: Place } | { readonly reset: Reset['reason'] };

type Logs = Pick<ServerDeps, 'reader'>;

/**
 * A session's stream starts with its first event, that of all sessions now, unless the client chooses
 * otherwise.
 */
export function whereToBegin({ reader }: Logs, { sessionId, lastEventId, since }: Wish): Beginning {
  const last = reader.lastPlace(sessionId);
  if (lastEventId) return afterId(reader, last, lastEventId, sessionId);
  if (since === 'now') return { after: last };
  if (since === undefined) return { after: sessionId === undefined ? last : { position: 0 } };
  if (/^\d{1,15}$/.test(since)) return afterNumber(reader, Number(since), sessionId, last);
  if (isResumeId(since)) return afterId(reader, last, since, sessionId);
  throw new ReinsError('invalid_request', 'since: must be "now", a number or a resume id.', {
    in: 'query',
    fields: ['since'],
  });
}

function afterId(reader: Reader, last: Place, id: string, sessionId: string | undefined): Beginning {
  const seen = placeOf(id, reader.epochs(sessionId));
  return seen ? afterPlace(reader, seen, last, sessionId) : { reset: 'unknown_epoch' };
}

/** Events after the position may have been removed for their age. 0 requests everything that is left. */
function afterPlace(reader: Reader, place: Place, last: Place, sessionId: string | undefined): Beginning {
  const { position, copied = 0 } = place;
  const isKept = position === 0 || position >= reader.removedUpTo(sessionId);
  const isKnown = position <= last.position && copied <= (last.copied ?? 0);
  return isKnown && isKept ? { after: place } : { reset: 'unknown_position' };
}

function afterNumber(reader: Reader, since: number, sessionId: string | undefined, last: Place): Beginning {
  if (sessionId === undefined) {
    const place = since === 0 ? { position: 0, copied: 0 } : { ...last, position: since };
    return afterPlace(reader, place, last, undefined);
  }
  const seq = reader.session(sessionId)?.seq ?? 0;
  const isKept = since === 0 || since >= reader.firstSeq(sessionId) - 1;
  if (since > seq || !isKept) return { reset: 'unknown_position' };
  return { after: { position: reader.positionOfSeq(sessionId, since) } };
}
