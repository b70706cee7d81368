/** What a device can be told of, in words. */
import type { NoticeKind } from '../../src/protocol/notify.ts';

export const NOTICES: readonly { readonly kind: NoticeKind; readonly words: string }[] = [
  { kind: 'needs_answer', words: 'Claude needs an answer' },
  { kind: 'idle', words: 'A session waits for its next message' },
  { kind: 'finished', words: 'A turn is done' },
  { kind: 'failed', words: 'Something failed' },
  { kind: 'login_expired', words: 'Claude Code is no longer logged in' },
  { kind: 'budget_reached', words: 'A budget is used up' },
];
