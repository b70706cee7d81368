/** A person's choices so far, question by question, and the resulting answer. */

import type { QuestionAnswer } from '../../protocol/answers.ts';
import type { Question } from '../questions.ts';
import type { Choice } from '../read-choices.ts';

export interface QuestionDraft {
  readonly chosen: readonly string[];
  readonly other: string;
  readonly hasOther: boolean;
  readonly note: string;
}

export const EMPTY_DRAFT: QuestionDraft = { chosen: [], other: '', hasOther: false, note: '' };

export function choose(draft: QuestionDraft, label: string, isMulti: boolean): QuestionDraft {
  if (!isMulti) return { ...draft, chosen: [label], hasOther: false };
  const isChosen = draft.chosen.includes(label);
  return {
    ...draft,
    chosen: isChosen ? draft.chosen.filter((one) => one !== label) : [...draft.chosen, label],
  };
}

/** The custom answer: instead of an option, or in addition to several. */
export function chooseOther(draft: QuestionDraft, isMulti: boolean, hasOther = true): QuestionDraft {
  return { ...draft, hasOther, chosen: isMulti ? draft.chosen : [] };
}

export function isAnswered({ chosen, hasOther, other }: QuestionDraft): boolean {
  return chosen.length > 0 || (hasOther && other.trim() !== '');
}

/** Questions without an answer are omitted. Claude sees them as skipped. */
export function toAnswer(
  questions: readonly Question[],
  drafts: readonly (QuestionDraft | undefined)[],
): QuestionAnswer {
  const answers: Record<string, Choice | Choice[]> = {};
  const notes: Record<string, string> = {};
  questions.forEach(({ question, multiSelect }, index) => {
    const draft = drafts[index];
    if (!draft) return;
    if (draft.note.trim() !== '') notes[question] = draft.note.trim();
    if (!isAnswered(draft)) return;
    const own = draft.hasOther && draft.other.trim() !== '' ? [{ other: draft.other.trim() }] : [];
    const all: Choice[] = [...draft.chosen, ...own];
    answers[question] = multiSelect ? all : (all[0] as Choice);
  });
  return { answers, ...(Object.keys(notes).length > 0 && { notes }) };
}
