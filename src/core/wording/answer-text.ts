/** An answer in a few words: the decision and who made it. Pure; the caller sanitizes the text. */
import type { Answer, Interaction } from '../../protocol/interactions.ts';

/** How a request ended, on one line: `denied by phone: use a branch`. */
export function outcomeText({ state, answer }: Pick<Interaction, 'state' | 'answer'>): string {
  if (state === 'open') return 'waits';
  if (!answer) return state === 'withdrawn' ? 'withdrawn by Claude' : state;
  const { done, said } = decisionText(answer);
  return `${done} ${deciderText(answer)}${said === undefined ? '' : `: ${said}`}`;
}

/** `done`: `allowed`, `denied`, `answered`; `said`: the text that came with it. */
export function decisionText(answer: Readonly<Record<string, unknown>>): { done: string; said?: string } {
  const { decision, action, message, feedback, reply, answers, input, plan, mode, interrupt } = answer;
  if (typeof reply === 'string') return { done: 'answered', said: reply };
  if (typeof answers === 'object' && answers !== null) return answersText(answers);
  const added = [
    ...(input || plan ? ['edited'] : []),
    ...(typeof mode === 'string' ? [`mode ${mode}`] : []),
    ...(interrupt ? ['turn ended'] : []),
  ];
  const done = DONE[String(decision ?? action)] ?? 'answered';
  const said = [message, feedback].find((words): words is string => typeof words === 'string');
  return {
    done: added.length > 0 ? `${done} (${added.join(', ')})` : done,
    ...(said !== undefined && { said }),
  };
}

const DONE: Readonly<Record<string, string>> = {
  allow: 'allowed',
  deny: 'denied',
  approve: 'approved',
  reject: 'rejected',
  accept: 'filled in',
  decline: 'declined',
  cancel: 'cancelled',
};

const CHOICES: Readonly<Record<string, string>> = {
  allow: 'Allow',
  deny: 'Deny',
  approve: 'Approve',
  reject: 'Reject',
  decline: 'Decline',
  cancel: 'Cancel',
};

/** The button that gave the answer, such as `Allow`, or else `answer`. */
export function choiceText({ decision, action }: Readonly<Record<string, unknown>>): string {
  return CHOICES[String(decision ?? action)] ?? 'answer';
}

const REFUSALS: ReadonlySet<unknown> = new Set(['deny', 'reject', 'decline', 'cancel']);

export function isRefusal({ decision, action }: Readonly<Record<string, unknown>>): boolean {
  return REFUSALS.has(decision ?? action);
}

function answersText(answers: object): { done: string; said?: string } {
  const given = Object.values(answers).map((answer) =>
    Array.isArray(answer) ? answer.join(', ') : String(answer),
  );
  return given.length === 0 ? { done: 'skipped' } : { done: 'answered', said: given.join(' / ') };
}

/** `in the terminal`, `by phone`, `by the rule "tests"`. */
export function deciderText({ by }: Pick<Answer, 'by'>): string {
  switch (by.type) {
    case 'terminal':
      return 'in the terminal';
    case 'rule':
      return `by the rule "${by.name}"`;
    case 'program':
      // A token has an id; other programs decide outside of the hub.
      return by.id === undefined ? `by a program (${by.name})` : `by ${by.name}`;
    default:
      return `by ${by.name}`;
  }
}
