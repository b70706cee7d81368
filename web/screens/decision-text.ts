/** Describes an entry of the audit log in one sentence. */
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
    by?.type === 'rule' ? `the rule ${by.name}` : by?.type === 'terminal' ? 'the terminal' : by?.name;
  if (what === 'withdrawn') return 'Withdrawn by Claude';
  if (what === 'reopened') return `Reopened: ${reason ?? 'the answer could not be delivered'}`;
  if (what === 'superseded') return `Too late: ${who ?? 'someone else'} answered first`;
  const isEdited = ran_input !== undefined && JSON.stringify(ran_input) !== JSON.stringify(input);
  const verb = isEdited ? 'Allowed with edits' : verbOf(decided);
  const said = decided['message'] ?? decided['feedback'] ?? decided['reply'];
  const words = typeof said === 'string' ? `: “${said}”` : '';
  const doubt = DOUBTS[applied ?? ''] ?? '';
  return `${verb} by ${who ?? 'someone'}${doubt}${words}`;
}

const DOUBTS: Readonly<Record<string, string>> = {
  sent: ', not confirmed',
  undelivered: ', not delivered',
  lost: ', had no effect',
};

/** How a decision looks: what was granted differs from what was refused at a glance. */
export function outcomeOf({ what, decided = {} }: Pick<Decision, 'what' | 'decided'>) {
  if (what === 'withdrawn' || what === 'reopened' || what === 'superseded') return 'other';
  return isRefusal(decided) ? 'refused' : 'granted';
}

function verbOf({ decision, action }: Readonly<Record<string, unknown>>): string {
  switch (decision ?? action) {
    case 'allow':
      return 'Allowed';
    case 'deny':
      return 'Denied';
    case 'approve':
      return 'Approved';
    case 'reject':
      return 'Rejected';
    case 'decline':
      return 'Declined';
    case 'cancel':
      return 'Cancelled';
    default:
      return 'Answered';
  }
}
