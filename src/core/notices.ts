/** Which events are worth a notification, and who receives it. Pure. */
import type { ReinsEvent } from '../protocol/events.ts';
import type { NoticeKind, Preferences } from '../protocol/notify.ts';

/** Defaults for a device: everything that stops work, and a session that was idle for a minute. */
export const DEFAULT_KINDS: Readonly<Record<NoticeKind, boolean>> = {
  needs_answer: true,
  idle: true,
  finished: false,
  failed: true,
  login_expired: true,
  budget_reached: true,
};

/** Anything older was read from the past and is not news. */
const NEWS_MS = 2 * 60_000;

export function isNews({ at }: Pick<ReinsEvent, 'at'>, now: number): boolean {
  return now - Date.parse(at) <= NEWS_MS;
}

const LOGIN_EXPIRED = { kind: 'login_expired', detail: 'Claude Code is no longer logged in' } as const;

/**
 * The kind of notice an event deserves, and its text. Requests are not included: notifications for them
 * depend on who decides.
 */
export function noticeOf(event: ReinsEvent): { kind: NoticeKind; detail: string } | undefined {
  // Events inside a subagent concern its session only.
  if (event.agent_id !== undefined) return undefined;
  switch (event.type) {
    case 'notification_raised':
      return event.kind === 'idle_prompt' ? { kind: 'idle', detail: 'Claude is waiting for you' } : undefined;
    case 'turn_finished':
      if (event.outcome === 'completed') return { kind: 'finished', detail: 'Claude is done' };
      if (event.error === 'authentication_failed') return LOGIN_EXPIRED;
      return event.outcome === 'failed'
        ? { kind: 'failed', detail: event.error ?? 'The turn failed' }
        : undefined;
    case 'turn_reported':
      return event.error?.code === 'error_max_budget_usd'
        ? { kind: 'budget_reached', detail: event.error.message }
        : undefined;
    case 'api_failed':
      return event.error === 'authentication_failed' ? LOGIN_EXPIRED : undefined;
    case 'start_failed':
      return { kind: 'failed', detail: 'Claude Code could not be started' };
    default:
      return undefined;
  }
}

/** Whether a device wants the notice at this time of day (`HH:MM`). */
export function isWanted(
  { kinds, quiet, sessions }: Preferences,
  { kind, session_id }: { readonly kind: NoticeKind; readonly session_id: string },
  time: string,
): boolean {
  const chosen = sessions?.[session_id];
  if (chosen === 'mute') return false;
  if (quiet && isWithin(time, quiet) && !(kind === 'needs_answer' && quiet.asks_too)) return false;
  return chosen === 'follow' || (kinds?.[kind] ?? DEFAULT_KINDS[kind]);
}

/** Times of equal length compare as strings. A range may cross midnight. */
function isWithin(time: string, { from, to }: { readonly from: string; readonly to: string }): boolean {
  return from <= to ? from <= time && time < to : time >= from || time < to;
}
