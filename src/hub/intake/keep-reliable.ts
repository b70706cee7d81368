/**
 * Rules look at the folder and the permission mode of an ask. Where a hook names others than the session's driver, stream or
 * transcript did, neither is believed: the ask goes without them, and rules leave it to a person.
 */
import type { Draft } from '../../core/draft.ts';
import { reliable } from '../../core/observe.ts';
import type { SessionState } from '../../core/session-state.ts';

/** The same object when there is nothing to leave out. */
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

function agrees(told: string | undefined, known: string | undefined): boolean {
  return told === undefined || known === undefined || told === known;
}
