/** The kinds of notifications, with their labels. */
import { t } from '../../src/core/translate.ts';
import type { NoticeKind } from '../../src/protocol/notify.ts';

export const NOTICES: readonly { readonly kind: NoticeKind; readonly words: string }[] = [
  { kind: 'needs_answer', words: t('Claude needs an answer') },
  { kind: 'idle', words: t('A session is waiting for your next prompt') },
  { kind: 'finished', words: t('A turn finished') },
  { kind: 'failed', words: t('Something failed') },
  { kind: 'login_expired', words: t('Claude Code is logged out') },
  { kind: 'budget_reached', words: t('A budget is used up') },
];
