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
  const who =
    by?.type === 'rule' ? `the rule ${by.name}` : by?.type === 'terminal' ? t('the terminal') : by?.name;
  if (what === 'withdrawn') return t('Withdrawn by Claude');
  if (what === 'reopened') return `Reopened: ${reason ?? t('the answer could not be delivered')}`;
  if (what === 'superseded') return `Too late: ${who ?? t('someone else')} answered first`;
  const isEdited = ran_input !== undefined && JSON.stringify(ran_input) !== JSON.stringify(input);
  const verb = isEdited ? t('Allowed with edits') : verbOf(decided);
  const said = decided['message'] ?? decided['feedback'] ?? decided['reply'];
  const words = typeof said === 'string' ? `: “${said}”` : '';
  const doubt = DOUBTS[applied ?? ''] ?? '';
  return `${verb} by ${who ?? 'someone'}${doubt}${words}`;
}

const DOUBTS: Readonly<Record<string, string>> = {
  sent: t(', not confirmed'),
  undelivered: t(', not delivered'),
  lost: t(', had no effect'),
};

/** How a decision looks: what was granted differs from what was refused at a glance. */
export function outcomeOf({ what, decided = {} }: Pick<Decision, 'what' | 'decided'>) {
  if (what === 'withdrawn' || what === 'reopened' || what === 'superseded') return 'other';
  return isRefusal(decided) ? 'refused' : 'granted';
}

function verbOf({ decision, action }: Readonly<Record<string, unknown>>): string {
  switch (decision ?? action) {
    case 'allow':
      return t('Allowed');
    case 'deny':
      return t('Denied');
    case 'approve':
      return t('Approved');
    case 'reject':
      return t('Rejected');
    case 'decline':
      return t('Declined');
    case 'cancel':
      return t('Cancelled');
    default:
      return t('Answered');
  }
}
