/**
 * The dialog of AskUserQuestion (2.1.325): one question at a time, with a review page at the end if there is something to
 * review.
 */
import { isNumberedRow, type OptionRow, readNumberedRows } from './option-rows.ts';
import { readFooter } from './read-footer.ts';
import { squeeze, squeezeLines } from './squeeze.ts';

export interface QuestionDialog {
  readonly kind: 'question';
  /** The tabs with the names of the questions, and `Submit` if a review follows, squeezed. */
  readonly tabs: string;
  /** The question on the screen, squeezed. */
  readonly text: string;
  readonly options: readonly OptionRow[];
  /** The row below the options of a multiple choice. */
  readonly onward: { readonly isMarked: boolean } | undefined;
  /** The note beside a preview: empty if there is none; undefined if notes are not offered. */
  readonly notes: string | undefined;
  /** Keys are text now: for a custom answer or a note. */
  readonly isWriting: boolean;
  /** The hint of Claude Code, which it shows only if it knows an editor. */
  readonly hasHint: boolean;
}

export interface ReviewDialog {
  readonly kind: 'review';
  readonly tabs: string;
  /** The answered questions with their answers, squeezed. */
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  readonly options: readonly OptionRow[];
}

const RULE = /^─{10,}$/;
const CHAT = /^ *(?:❯ *)?(?:\d+\. )?Chat about this$/;
const TABS = /^(?:← +)? *[☐☒✔] /;
const ONWARD = /^ *(❯)? +(Submit|Next)$/;
const NOTES = /^ *Notes: (.*)$/;
const EMPTY_NOTE = 'Add notes on this design…';
const NO_NOTES = /^(?:press n to add\s*notes|Add notes on this design…)$/;

export function readQuestion(lines: readonly string[]): QuestionDialog | undefined {
  const chat = lines.findLastIndex((line) => CHAT.test(line));
  const footer = readFooter(lines.slice(chat + 1));
  if (chat === -1 || !footer?.startsWith('Enter to select')) return undefined;
  const bottom = lines.slice(0, chat).findLastIndex((line) => RULE.test(line));
  const top = lines.slice(0, Math.max(bottom, 0)).findLastIndex((line) => RULE.test(line));
  const [tabs = '', ...body] = lines.slice(top + 1, Math.max(bottom, 0));
  // Without its upper part, the question is unknown.
  if (top === -1 || !TABS.test(tabs)) return undefined;
  const first = body.findIndex(isNumberedRow);
  if (first === -1) return undefined;
  const onward = body.map((line) => ONWARD.exec(line)).find((found) => found !== null);
  const noted = body.findIndex((line) => NOTES.test(line));
  const rows = body.slice(first, noted === -1 ? undefined : noted).filter((line) => !ONWARD.test(line));
  const options = readNumberedRows(rows);
  const hasHint = footer.includes('ctrl+g to edit');
  // The last row is for a custom answer, except beside previews.
  const isOnField = noted === -1 ? options.at(-1)?.isMarked : body[noted]?.includes(EMPTY_NOTE);
  return {
    kind: 'question',
    tabs: readTabs(tabs),
    text: squeezeLines(body.slice(0, first)),
    options,
    onward: onward ? { isMarked: onward[1] !== undefined } : undefined,
    notes: noted === -1 ? undefined : readNotes(body.slice(noted)),
    isWriting: hasHint || isOnField === true,
    hasHint,
  };
}

export function readReview(lines: readonly string[]): ReviewDialog | undefined {
  const ready = lines.findLastIndex((line) => line.trim() === 'Ready to submit your answers?');
  const title = lines
    .slice(0, Math.max(ready, 0))
    .findLastIndex((line) => line.trim() === 'Review your answers');
  const top = lines.slice(0, Math.max(title, 0)).findLastIndex((line) => RULE.test(line));
  const tabs = lines[top + 1] ?? '';
  if (top === -1 || !TABS.test(tabs)) return undefined;
  const options = readNumberedRows(lines.slice(ready + 1));
  if (squeeze(options[0]?.text ?? '') !== 'Submitanswers' || options.length !== 2) return undefined;
  const answers = lines
    .slice(title + 1, ready)
    .join('\n')
    .split(/^ ● /m)
    .slice(1)
    .map((one) => one.split(/^ {3}→ /m))
    .map(([question = '', answer = '']) => ({ question: squeeze(question), answer: squeeze(answer) }));
  return { kind: 'review', tabs: readTabs(tabs), answers, options };
}

function readTabs(line: string): string {
  return squeeze(line.replace(/[←→☐☒✔]/g, ''));
}

function readNotes(lines: readonly string[]): string {
  const note = lines
    .join('\n')
    .replace(/^ *Notes: /, '')
    .trim();
  return NO_NOTES.test(note) ? '' : squeeze(note);
}
