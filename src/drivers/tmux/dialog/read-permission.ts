/** The dialog that asks for permission to use a tool (2.1.325): its subject, its question, its options. */
import { isNumberedRow, type OptionRow, readNumberedRows, readPlainRows } from './option-rows.ts';
import { readFooter } from './read-footer.ts';

export interface PermissionDialog {
  readonly kind: 'permission';
  /** Such as `Bash command`; undefined if the upper part of the dialog does not fit on the screen. */
  readonly title: string | undefined;
  /** The lines between the title and the text of the call. */
  readonly heading: readonly string[];
  /** The call as shown: a command, a file change, a list of arguments. */
  readonly subject: readonly string[];
  readonly question: string;
  readonly options: readonly OptionRow[];
  /** Tab adds text to a choice. */
  readonly canAmend: boolean;
  /** Someone has pressed Tab: keys are text now. */
  readonly isAmending: boolean;
}

const QUESTION = /^ Do you want /;
const RULE = /^─{10,}$/;
const DASHES = /^ ?╌{10,}$/;
/** The maximum number of lines of a question. */
const QUESTION_LINES = 3;
const AMENDING = / and tell Claude what to do (?:differently|next)$/;

export function readPermission(lines: readonly string[]): PermissionDialog | undefined {
  const from = lines.findLastIndex((line) => QUESTION.test(line));
  const length = lines.slice(from, from + QUESTION_LINES).findIndex((line) => line.endsWith('?')) + 1;
  if (from === -1 || length === 0) return undefined;
  const rest = lines.slice(from + length);
  const end = rest.findIndex((line) => line.trim() === '');
  const rows = end === -1 ? rest : rest.slice(0, end);
  const footer = readFooter(end === -1 ? [] : rest.slice(end));
  // Only the line with the keys may follow.
  if (footer === undefined || !/^(?:$|Esc to cancel)/.test(footer)) return undefined;
  const options = rows.some(isNumberedRow) ? readNumberedRows(rows) : readPlainRows(rows);
  if (options.length < 2 || options.filter(({ isMarked }) => isMarked).length !== 1) return undefined;
  const canAmend = footer.includes('Tab to amend');
  return {
    kind: 'permission',
    ...readBody(lines.slice(0, from)),
    question: lines
      .slice(from, from + length)
      .map((line) => line.trim())
      .join(' '),
    options,
    canAmend,
    isAmending: (footer !== '' && !canAmend) || options.some(({ text }) => AMENDING.test(text)),
  };
}

function readBody(above: readonly string[]): Pick<PermissionDialog, 'title' | 'heading' | 'subject'> {
  const top = above.findLastIndex((line) => RULE.test(line));
  const body = above.slice(top + 1);
  const closing = body.findLastIndex((line) => DASHES.test(line));
  const opening = body.slice(0, Math.max(closing, 0)).findLastIndex((line) => DASHES.test(line));
  const subject = closing === -1 ? body : body.slice(opening + 1, closing);
  if (top === -1) return { title: undefined, heading: [], subject };
  const [title = '', ...heading] = body.slice(0, Math.max(opening, 0));
  return { title: title.trim(), heading, subject };
}
