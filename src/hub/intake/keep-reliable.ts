/**
 * Rules depend on the folder and the permission mode of a request. If a hook disagrees with the session's
 * driver, stream or transcript, neither is trusted: the request has neither value, and rules leave it to a
 * person.
 */
import type { Draft } from '../../core/draft.ts';
import { reliable } from '../../core/observe.ts';
import type { SessionState } from '../../core/session-state.ts';

/** Returns the same object if there is nothing to leave out. */
export function keepReliable(draft: Draft, session: SessionState | undefined): Draft {
  if (draft.type !== 'interaction_opened' || !session) return draft;
  const { cwd, permission_mode, ...rest } = draft;
  const keepsFolder = agrees(cwd, reliable(session.observed.cwd));
  const keepsMode = agrees(permission_mode, reliable(session.observed.permission_mode));
  if (keepsFolder && keepsMode) return draft;
  return {
    ...rest,
    ...(keepsFolder && cwd !== undefined && { cwd }),
    ...(keepsMode && permission_mode !== undefined && { permission_mode }),
  };
}

function agrees(reported: string | undefined, known: string | undefined): boolean {
  return reported === undefined || known === undefined || reported === known;
}
