/** Describes an entry of the audit log in one sentence. */
import { t } from '../../src/core/translate.ts';
import { isRefusal } from '../../src/core/wording/answer-text.ts';
import type { AuditEntry } from '../../src/protocol/audit.ts';

type Decision = Pick<AuditEntry, 'what' | 'by' | 'decided' | 'applied' | 'reason' | 'ran_input' | 'input'>;

export function decisionText({
  what,
  by,
  decided = {},
  applied,
  reason,
  ran_input,
  input,
}: Decision): string {
  if (what === 'withdrawn') return t('Withdrawn by Claude');
  if (what === 'reopened')
    return t('Reopened: {reason}', { reason: reason ?? t('the answer could not be delivered') });
  if (what === 'superseded') return tooLate(by);
  const isEdited = ran_input !== undefined && JSON.stringify(ran_input) !== JSON.stringify(input);
  const said = decided['message'] ?? decided['feedback'] ?? decided['reply'];
  const sentence = isEdited
    ? t('Allowed with edits by {who}', { who: nameOf(by) })
    : answeredBy(decided, nameOf(by));
  const doubt = DOUBTS[applied ?? ''];
  const words = typeof said === 'string' ? `: “${said}”` : '';
  return `${doubt === undefined ? sentence : `${sentence}, ${doubt}`}${words}`;
}

const DOUBTS: Readonly<Record<string, string>> = {
  sent: t('not confirmed'),
  undelivered: t('not delivered'),
  lost: t('had no effect'),
};

/** How a decision looks: what was granted differs from what was refused at a glance. */
export function outcomeOf({ what, decided = {} }: Pick<Decision, 'what' | 'decided'>) {
  if (what === 'withdrawn' || what === 'reopened' || what === 'superseded') return 'other';
  return isRefusal(decided) ? 'refused' : 'granted';
}

/** Follows `by`. */
function nameOf(by: Decision['by']): string {
  if (by?.type === 'rule') return t('the rule {name}', { name: by.name });
  return by?.type === 'terminal' ? t('the terminal') : (by?.name ?? t('someone'));
}

function tooLate(by: Decision['by']): string {
  if (by?.type === 'rule') return t('Too late: the rule {name} answered first', { name: by.name });
  if (by?.type === 'terminal') return t('Too late: the terminal answered first');
  return by
    ? t('Too late: {name} answered first', { name: by.name })
    : t('Too late: someone else answered first');
}

function answeredBy({ decision, action }: Readonly<Record<string, unknown>>, who: string): string {
  switch (decision ?? action) {
    case 'allow':
      return t('Allowed by {who}', { who });
    case 'deny':
      return t('Denied by {who}', { who });
    case 'approve':
      return t('Approved by {who}', { who });
    case 'reject':
      return t('Rejected by {who}', { who });
    case 'decline':
      return t('Declined by {who}', { who });
    case 'cancel':
      return t('Cancelled by {who}', { who });
    default:
      return t('Answered by {who}', { who });
  }
}
