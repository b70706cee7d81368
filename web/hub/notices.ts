/** What a device can be told of, in words; the kinds and defaults are those of the hub. */
import type { NoticeKind } from '../../src/protocol/notify.ts';

export const NOTICES: readonly { readonly kind: NoticeKind; readonly words: string }[] = [
  { kind: 'needs_answer', words: 'Claude needs an answer' },
  { kind: 'idle', words: 'A session waits for its next message' },
  { kind: 'finished', words: 'A turn is done' },
  { kind: 'failed', words: 'Something failed' },
  { kind: 'login_expired', words: 'Claude Code is not logged in any more' },
  { kind: 'budget_reached', words: 'A budget is used up' },
];

/** Repeated here, since the hub's own list comes with its schemas; a test compares the two. */
export const DEFAULT_NOTICES: Readonly<Record<NoticeKind, boolean>> = {
  needs_answer: true,
  idle: true,
  finished: false,
  failed: true,
  login_expired: true,
  budget_reached: true,
};
