/**
 * Answers an AskUserQuestion dialog with keys: question by question from the first, then the review page if there is one. A
 * reply instead of answers goes in as custom text for the first question: Claude is instructed to read such text as a reply,
 * while the row "Chat about this" takes no text.
 */
import type { QuestionDecision } from '../../../protocol/answers.ts';
import type { PendingInteraction } from '../../driver.ts';
import { type DialogKeys, DialogStuck } from './dialog-keys.ts';
import { pickOne } from './pick-one.ts';
import { pickSeveral } from './pick-several.ts';
import { changed, type Wanted } from './question-page.ts';
import type { Dialog } from './read-dialog.ts';
import type { QuestionDialog, ReviewDialog } from './read-question.ts';
import { type AskedQuestion, readQuestions } from './read-questions.ts';
import { squeeze } from './squeeze.ts';
import { toFieldText } from './to-field-text.ts';

export function refuseQuestion(
  interaction: PendingInteraction,
  answer: QuestionDecision,
): string | undefined {
  const questions = readQuestions(interaction);
  const wanted = toWanted(questions, answer);
  const isReviewed = questions.length > 1 || questions[0]?.multiSelect;
  if (!isReviewed && isEmpty(wanted[0])) return 'keys cannot skip this question: reply instead';
  for (const { question, labels, custom, note } of wanted) {
    const { hasPreviews, multiSelect, question: text } = question;
    if (custom !== undefined && hasPreviews) return `keys cannot enter a custom answer to "${text}"`;
    if (note !== undefined && !hasPreviews) return `keys cannot add a note to "${text}"`;
    if (note !== undefined && labels.length === 0) return `a note on "${text}" needs an answer`;
    if (custom !== undefined && labels.length > 0 && !multiSelect) return `"${text}" accepts one answer`;
  }
  return undefined;
}

export async function answerQuestion(
  keys: DialogKeys,
  dialog: QuestionDialog | ReviewDialog,
  interaction: PendingInteraction,
  answer: QuestionDecision,
): Promise<void> {
  const questions = readQuestions(interaction);
  const wanted = toWanted(questions, answer);
  const isAlone = questions.length === 1;
  let now: QuestionDialog | ReviewDialog = await goToFirst(keys, dialog, questions);
  for (const one of wanted) {
    if (now.kind !== 'question' || now.text !== squeeze(one.question.question)) {
      throw new DialogStuck(`the dialog does not show "${one.question.question}"`);
    }
    if (one.question.multiSelect) now = await pickSeveral(keys, now, one);
    else if (isEmpty(one)) now = await keys.step(await offText(keys, now), changed(now));
    else {
      const next = await pickOne(keys, now, one, isAlone);
      if (next === 'decided') return;
      now = next;
    }
  }
  await submit(keys, wanted);
}

/** Right moves to the next question, unless the cursor is in a text. */
async function offText(keys: DialogKeys, now: QuestionDialog): Promise<string> {
  if (now.isWriting)
    await keys.step('Up', (seen) => (seen.kind === 'question' && !seen.isWriting) || undefined);
  return 'Right';
}

async function goToFirst(
  keys: DialogKeys,
  dialog: QuestionDialog | ReviewDialog,
  questions: readonly AskedQuestion[],
): Promise<QuestionDialog> {
  let now: QuestionDialog | ReviewDialog = dialog;
  for (let presses = 0; presses <= questions.length; presses += 1) {
    if (now.kind === 'question' && now.isWriting) {
      now = await keys.step('Up', (seen) => (seen.kind === 'question' && !seen.isWriting ? seen : undefined));
    }
    if (now.kind === 'question' && now.text === squeeze(questions[0]?.question ?? '')) return now;
    now = await keys.step('Left', changed(now));
  }
  throw new DialogStuck('the dialog does not return to its first question');
}

/** Leftover input must not be submitted along with the answers. */
async function submit(keys: DialogKeys, wanted: readonly Wanted[]): Promise<void> {
  const isWanted = (dialog: Dialog) =>
    dialog.kind === 'review' &&
    squeeze(dialog.options.find(({ isMarked }) => isMarked)?.text ?? '') === 'Submitanswers' &&
    isEqualSet(
      dialog.answers.map(({ question }) => question),
      wanted.filter((one) => !isEmpty(one)).map(({ question }) => squeeze(question.question)),
    );
  await keys.settle();
  await keys.decide('Enter', isWanted);
}

function toWanted(questions: readonly AskedQuestion[], answer: QuestionDecision): Wanted[] {
  return questions.map((question, index) => {
    if ('reply' in answer) {
      return {
        question,
        labels: [],
        custom: index === 0 ? toFieldText(answer.reply) : undefined,
        note: undefined,
      };
    }
    const given = answer.answers[question.question] ?? [];
    const texts = typeof given === 'string' ? [given] : given;
    const isOffered = (text: string) => question.options.some(({ label }) => label === text);
    const own = texts.filter((text) => !isOffered(text));
    const note = answer.notes?.[question.question];
    return {
      question,
      labels: texts.filter(isOffered),
      custom: own.length > 0 ? toFieldText(own.join(', ')) : undefined,
      note: note ? toFieldText(note) : undefined,
    };
  });
}

function isEmpty(wanted: Wanted | undefined): boolean {
  return wanted === undefined || (wanted.labels.length === 0 && wanted.custom === undefined);
}

function isEqualSet(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((one) => right.includes(one));
}
