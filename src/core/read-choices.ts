/**
 * Reads the answer to a question. Text selects an option by label or number; `{other}` marks a custom answer.
 * Unmarked text counts as a custom answer only if it could not mean an option.
 */
import type { Question } from './questions.ts';

/** The label or number of an option, or a custom answer. */
export type Choice =
  | string
  | {
      /** A custom answer. */
      readonly other: string;
    };
export type Given = Choice | readonly Choice[];

/** Labels and custom text, or why the answer is not understood. */
export type ReadChoices = { readonly chosen: readonly string[] } | { readonly problem: string };

export function readChoices(question: Question, given: Given): ReadChoices {
  const several = typeof given === 'string' ? listedIn(question, given) : undefined;
  const choices = several ?? (Array.isArray(given) ? given : [given as Choice]);
  if (choices.length !== 1 && !question.multiSelect) {
    return { problem: `"${question.question}" accepts one answer.` };
  }
  const read = choices.map((choice) => readChoice(question, choice));
  const unclear = read.find((one) => 'problem' in one);
  if (unclear) return unclear;
  const chosen = read.flatMap((one) => ('chosen' in one ? one.chosen : []));
  return checkTogether(question, chosen);
}

/** Like Claude Code's own dialog: any of the options, each once, and one custom answer. */
function checkTogether(question: Question, chosen: readonly string[]): ReadChoices {
  const twice = chosen.filter((text, at) => chosen.indexOf(text) !== at);
  if (twice.length > 0) return { problem: `${quote(twice)} is chosen twice for "${question.question}".` };
  const labels = labelsOf(question);
  const own = chosen.filter((text) => !labels.includes(text));
  if (own.length < 2) return { chosen };
  return {
    problem: `${quote(own)} are not options of "${question.question}". Options: ${quote(labels)}. Only one custom answer is allowed.`,
  };
}

function readChoice(question: Question, choice: Choice): ReadChoices {
  if (typeof choice !== 'string') return { chosen: [choice.other] };
  const option = optionOf(question, choice);
  if (option !== undefined) return { chosen: [option] };
  return couldBeOption(question, choice) ? { problem: unclear(question, choice) } : { chosen: [choice] };
}

/** Several labels in one text, as the terminal joins them: "Auth, Mail", or "1, 3". */
function listedIn(question: Question, text: string): readonly string[] | undefined {
  if (!question.multiSelect || optionOf(question, text) !== undefined) return undefined;
  const options = text.split(',').map((part) => optionOf(question, part));
  return options.length > 1 && options.every((one) => one !== undefined) ? options : undefined;
}

/** The label of the option that the text certainly means. */
function optionOf(question: Question, text: string): string | undefined {
  const labels = labelsOf(question);
  if (labels.includes(text)) return text;
  const alike = labels.filter((label) => plain(label) === plain(text));
  if (alike.length === 1) return alike[0];
  // If the options are numbers themselves, a number is not a position.
  return isNumber(text) && !labels.some(isNumber) ? labels[Number(text) - 1] : undefined;
}

function couldBeOption(question: Question, text: string): boolean {
  const labels = labelsOf(question);
  if (labels.length === 0) return false;
  return isNumber(text) || labels.some((label) => isClose(plain(label), plain(text)));
}

/** A prefix of the label, the label without the part in brackets, or a typo. */
function isClose(label: string, text: string): boolean {
  if (text === '') return true;
  if (text.length >= 2 && label.startsWith(text)) return true;
  const short = label.replace(/\s*\([^()]*\)$/, '');
  const slips = Math.max(1, Math.floor(Math.max(label.length, text.length) / 5));
  return [label, short].some((one) => one === text || distance(one, text, slips) <= slips);
}

/** The number of letters to change, add, omit or swap; counts no further than `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
}

function unclear(question: Question, text: string): string {
  const offered = question.options.map(({ label }, index) => `${index + 1} "${label}"`).join(', ');
  return `"${text}" could mean an option of "${question.question}". Options: ${offered}. Answer with a label or its number, or with {"other": ${JSON.stringify(text)}} for a custom answer.`;
}

function labelsOf({ options }: Question): string[] {
  return options.map(({ label }) => label);
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

function isNumber(text: string): boolean {
  return /^\s*\d+\s*$/.test(text);
}

function quote(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ');
}
