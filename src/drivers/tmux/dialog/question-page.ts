/** The wanted answers on one page of a question dialog, and how to recognize the next page. */

import type { Dialog } from './read-dialog.ts';
import type { QuestionDialog, ReviewDialog } from './read-question.ts';
import type { AskedQuestion } from './read-questions.ts';

/** The wanted answer to one question. */
export interface Wanted {
  readonly question: AskedQuestion;
  /** Labels of offered options. */
  readonly labels: readonly string[];
  readonly custom: string | undefined;
  readonly note: string | undefined;
}

/** The page after this one. */
export function changed(before: QuestionDialog | ReviewDialog) {
  return (now: Dialog): QuestionDialog | ReviewDialog | undefined => {
    if (now.kind === 'review') return before.kind === 'review' ? undefined : now;
    if (now.kind !== 'question') return undefined;
    return before.kind === 'question' && now.text === before.text ? undefined : now;
  };
}
