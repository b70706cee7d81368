/** An entry of the record in one sentence. */
import type { AuditEntry } from '../../src/protocol/audit.ts';

type Told = Pick<AuditEntry, 'what' | 'by' | 'decided' | 'applied' | 'reason' | 'ran_input' | 'input'>;

export function decisionWords({ what, by, decided = {}, applied, reason, ran_input, input }: Told): string {
  const who =
    by?.type === 'rule' ? `the rule ${by.name}` : by?.type === 'terminal' ? 'the terminal' : by?.name;
  if (what === 'withdrawn') return 'Claude no longer asked';
  if (what === 'reopened') return `Asked again: ${reason ?? 'the answer could not be handed over'}`;
  if (what === 'superseded') return `Too late; ${who ?? 'somebody else'} was first`;
  const isEdited = ran_input !== undefined && JSON.stringify(ran_input) !== JSON.stringify(input);
  const verb = isEdited ? 'Allowed with changes' : verbOf(decided);
  const said = decided['message'] ?? decided['feedback'] ?? decided['reply'];
  const words = typeof said === 'string' ? `: “${said}”` : '';
  const doubt = DOUBTS[applied ?? ''] ?? '';
  return `${verb} by ${who ?? 'somebody'}${doubt}${words}`;
}

const DOUBTS: Readonly<Record<string, string>> = {
  sent: ', not proven',
  undelivered: ', never handed over',
  lost: ', without effect',
};

function verbOf({ decision, action }: Readonly<Record<string, unknown>>): string {
  switch (decision ?? action) {
    case 'allow':
      return 'Allowed';
    case 'deny':
      return 'Denied';
    case 'approve':
      return 'Approved';
    case 'reject':
      return 'Sent back';
    case 'decline':
      return 'Declined';
    case 'cancel':
      return 'Cancelled';
    default:
      return 'Answered';
  }
}
