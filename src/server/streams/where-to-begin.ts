/** Where a subscription starts: after what the client has seen, or over if that is unknown. */
import type { Reset } from '../../protocol/api.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ServerDeps } from '../server-deps.ts';
import { parseResumeId } from './resume-id.ts';

export interface Wish {
  readonly sessionId?: string | undefined;
  /** The last id that a returning client saw; it takes precedence over `since`. */
  readonly lastEventId?: string | undefined;
  /** `now`, a resume id, or a number: the session's seq, or the position in the log for the stream of all sessions. */
  readonly since?: string | undefined;
}

/** A global position to start after, or why the client must start over from a snapshot. */
export type Beginning = { readonly after: number } | { readonly reset: Reset['reason'] };

/**
 * A session's stream starts with its first event, that of all sessions now, unless the client chooses
 * otherwise.
 */
export function whereToBegin(deps: Pick<ServerDeps, 'reader' | 'epoch'>, wish: Wish): Beginning {
  const { sessionId, lastEventId, since } = wish;
  const last = deps.reader.lastPosition();
  if (lastEventId) return afterId(deps, last, lastEventId);
  if (since === 'now') return { after: last };
  if (since === undefined) return { after: sessionId === undefined ? last : 0 };
  if (/^\d{1,15}$/.test(since)) return afterNumber(deps, Number(since), sessionId, last);
  if (parseResumeId(since)) return afterId(deps, last, since);
  throw new ReinsError('invalid_request', 'since: must be "now", a number or a resume id.', {
    in: 'query',
    fields: ['since'],
  });
}

function afterId(
  { epoch, reader }: Pick<ServerDeps, 'reader' | 'epoch'>,
  last: number,
  id: string,
): Beginning {
  const seen = parseResumeId(id);
  return seen?.epoch === epoch ? afterPosition(reader, seen.position, last) : { reset: 'unknown_epoch' };
}

/** Events after the position may have been removed for their age. 0 requests everything that is left. */
function afterPosition(reader: ServerDeps['reader'], position: number, last: number): Beginning {
  const isKept = position === 0 || position >= reader.removedUpTo();
  return position <= last && isKept ? { after: position } : { reset: 'unknown_position' };
}

function afterNumber(
  { reader }: Pick<ServerDeps, 'reader'>,
  since: number,
  sessionId: string | undefined,
  last: number,
): Beginning {
  if (sessionId === undefined) return afterPosition(reader, since, last);
  const seq = reader.session(sessionId)?.seq ?? 0;
  const isKept = since === 0 || since >= reader.firstSeq(sessionId) - 1;
  if (since > seq || !isKept) return { reset: 'unknown_position' };
  return { after: reader.positionOfSeq(sessionId, since) };
}
