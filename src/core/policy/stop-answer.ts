/** What is said to an ask whose session a rule stops: no, and where that can be said, the end of the turn. */
import type { InteractionKind } from '../../protocol/interactions.ts';

export function stopAnswer(kind: InteractionKind, rule: string): object {
  const words = `The session is being stopped by the rule "${rule}" of the user.`;
  switch (kind) {
    case 'permission':
      return { decision: 'deny', message: words, interrupt: true };
    case 'question':
      return { reply: words };
    case 'plan':
      return { decision: 'reject', feedback: words };
    case 'elicitation':
      return { action: 'cancel' };
  }
}
