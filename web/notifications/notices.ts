/** The kinds of notifications, with their labels. */
import type { NoticeKind } from '../../src/protocol/notify.ts';

export const NOTICES: readonly { readonly kind: NoticeKind; readonly words: string }[] = [
  { kind: 'needs_answer', words: 'Claude needs an answer' },
  { kind: 'idle', words: 'A session is waiting for your next prompt' },
  { kind: 'finished', words: 'A turn finished' },
  { kind: 'failed', words: 'Something failed' },
  { kind: 'login_expired', words: 'Claude Code is logged out' },
  { kind: 'budget_reached', words: 'A budget is used up' },
];
