/**
 * `--answer`, `--other`, `--note`, `--reply` and `--skip`. A question is identified by its text, its header
 * or its number.
 */
import { type Question, questionsOf } from '../../../core/questions.ts';
import type { Choice } from '../../../core/read-choices.ts';
import type { QuestionAnswer } from '../../../protocol/answers.ts';
import type { Interaction } from '../../../protocol/interactions.ts';
import { usageError } from '../../usage-error.ts';
import { type AnswerFlags, onlyOne } from './answer-flags.ts';

export function questionAnswer(interaction: Pick<Interaction, 'input'>, flags: AnswerFlags): QuestionAnswer {
  const { reply, skip, answer = [], other = [], note = [] } = flags;
  if (reply !== undefined || skip) {
    if (onlyOne(flags, 'reply', 'skip', 'answer', 'other') === 'skip') return { answers: {} };
    if (note.length > 0) throw usageError('--note requires --answer or --other.');
    return { reply: reply ?? '' };
  }
  const questions = questionsOf(interaction);
  const answers = new Map<string, Choice[]>();
  const add = (question: Question, choice: Choice) => {
    const known = answers.get(question.question) ?? [];
    if (known.length > 0 && !question.multiSelect)
      throw usageError(`"${question.question}" accepts one answer.`);
    answers.set(question.question, [...known, choice]);
  };
  for (const given of answer) {
    const { question, words } = split(questions, given, 'answer');
    add(question, labelOf(question, words));
  }
  for (const given of other) {
    const { question, words } = split(questions, given, 'other');
    add(question, { other: words });
  }
  const notes = note.map((given) => {
    const { question, words } = split(questions, given, 'note');
    return [question.question, words];
  });
  return {
    answers: Object.fromEntries([...answers].map(([question, words]) => [question, oneOrMany(words)])),
    ...(notes.length > 0 && { notes: Object.fromEntries(notes) }),
  };
}

/** `Question=Label`, or only the label if there is one question. A question's text may contain `=`. */
function split(
  questions: readonly Question[],
  given: string,
  flag: string,
): { question: Question; words: string } {
  for (const [index, question] of questions.entries()) {
    const names = [question.question, question.header, String(index + 1)];
    const name = names.find((one) => one !== undefined && startsWith(given, `${one}=`));
    if (name !== undefined) return { question, words: given.slice(name.length + 1) };
  }
  const [only, ...others] = questions;
  if (only && others.length === 0 && given !== '') return { question: only, words: given };
  const asked = questions.map(({ question }, index) => `\n  ${index + 1}  ${question}`).join('');
  throw usageError(
    `--${flag} "${given}" does not name a question. Write --${flag} "1=…". Questions:${asked}`,
  );
}

/** The label as offered, found by label or number. */
function labelOf({ question, options }: Question, words: string): string {
  const byWords = options.find(({ label }) => label.toLowerCase() === words.trim().toLowerCase());
  const byNumber = /^\d+$/.test(words) ? options[Number(words) - 1] : undefined;
  const found = byWords ?? byNumber;
  if (found) return found.label;
  const offered = options.map(({ label }, index) => `\n  ${index + 1}  ${label}`).join('');
  throw usageError(
    `"${words}" is not an option of "${question}". Use --other for a custom answer. Options:${offered}`,
  );
}

function oneOrMany(choices: Choice[]): Choice | Choice[] {
  return choices.length === 1 ? (choices[0] as Choice) : choices;
}

function startsWith(text: string, beginning: string): boolean {
  return text.toLowerCase().startsWith(beginning.toLowerCase());
}
