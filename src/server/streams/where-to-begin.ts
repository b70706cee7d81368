/** Where a subscription begins: after what the client has seen, or anew when that cannot be told. */
import type { Reset } from '../../protocol/api.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ServerDeps } from '../server-deps.ts';
import { parseResumeId } from './resume-id.ts';

export interface Wish {
  readonly sessionId?: string | undefined;
  /** What a client that comes back saw last; it goes before `since`. */
  readonly lastEventId?: string | undefined;
  /** `now`, a resume id, or a number: the session's seq, or the position in the log for the stream of all sessions. */
  readonly since?: string | undefined;
}

/** A global position to begin after, or why the client has to start anew from a snapshot. */
export type Beginning = { readonly after: number } | { readonly reset: Reset['reason'] };

/** A session begins with its first event, the stream of all sessions now, unless the client says otherwise. */
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

/** Some of what followed the position may have been removed for its age. 0 asks for all that is kept. */
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
