/** An answer in a few words: the decision and who made it. Pure; the caller sanitizes the text. */
import type { Answer, Interaction } from '../../protocol/interactions.ts';
import { t } from '../translate.ts';

/** How a request ended, on one line: `denied by phone: use a branch`. */
export function outcomeText({ state, answer }: Pick<Interaction, 'state' | 'answer'>): string {
  if (state === 'open') return 'waits';
  if (!answer) return state === 'withdrawn' ? 'withdrawn by Claude' : state;
  const { said } = decisionText(answer);
  return `${decidedText(answer)}${said === undefined ? '' : `: ${said}`}`;
}

/** `done`: `allowed`, `denied`, `answered`; `said`: the text that came with it. */
export function decisionText(answer: Readonly<Record<string, unknown>>): { done: string; said?: string } {
  const { decision, action, message, feedback, reply, answers, input, plan, mode, interrupt } = answer;
  if (typeof reply === 'string') return { done: t('answered'), said: reply };
  if (typeof answers === 'object' && answers !== null) return answersText(answers);
  const added = [
    ...(input || plan ? [t('edited')] : []),
    ...(typeof mode === 'string' ? [t('mode {mode}', { mode })] : []),
    ...(interrupt ? [t('turn ended')] : []),
  ];
  const done = DONE[String(decision ?? action)] ?? t('answered');
  const said = [message, feedback].find((words): words is string => typeof words === 'string');
  return {
    done: added.length > 0 ? `${done} (${added.join(', ')})` : done,
    ...(said !== undefined && { said }),
  };
}

const DONE: Readonly<Record<string, string>> = {
  allow: t('allowed'),
  deny: t('denied'),
  approve: t('approved'),
  reject: t('rejected'),
  accept: t('filled in'),
  decline: t('declined'),
  cancel: t('cancelled'),
};

const CHOICES: Readonly<Record<string, string>> = {
  allow: t('Allow'),
  deny: t('Deny'),
  approve: t('Approve'),
  reject: t('Reject'),
  decline: t('Decline'),
  cancel: t('Cancel'),
};

/** The button that gave the answer, such as `Allow`, or else `answer`. */
export function choiceText({ decision, action }: Readonly<Record<string, unknown>>): string {
  return CHOICES[String(decision ?? action)] ?? t('answer');
}

const REFUSALS: ReadonlySet<unknown> = new Set(['deny', 'reject', 'decline', 'cancel']);

export function isRefusal({ decision, action }: Readonly<Record<string, unknown>>): boolean {
  return REFUSALS.has(decision ?? action);
}

function answersText(answers: object): { done: string; said?: string } {
  const given = Object.values(answers).map((answer) =>
    Array.isArray(answer) ? answer.join(', ') : String(answer),
  );
  return given.length === 0 ? { done: t('skipped') } : { done: t('answered'), said: given.join(' / ') };
}

/** `denied by phone` */
export function decidedText(answer: Answer): string {
  return t('{decision} {decider}', { decision: decisionText(answer).done, decider: deciderText(answer) });
}

/** `in the terminal`, `by phone`, `by the rule "tests"`. */
export function deciderText({ by }: Pick<Answer, 'by'>): string {
  switch (by.type) {
    case 'terminal':
      return t('in the terminal');
    case 'rule':
      return t('by the rule "{name}"', { name: by.name });
    case 'program':
      // A token has an id; other programs decide outside of the hub.
      return by.id === undefined
        ? t('by a program ({name})', { name: by.name })
        : t('by {name}', { name: by.name });
    default:
      return t('by {name}', { name: by.name });
  }
}
