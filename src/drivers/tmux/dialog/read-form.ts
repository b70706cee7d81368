/** The form of an MCP server (2.1.325): fields, with Accept and Decline below them. */
import { readFooter } from './read-footer.ts';

export interface FormDialog {
  readonly kind: 'form';
  readonly server: string;
  readonly isUrl: boolean;
  /** The message and everything else above the fields. */
  readonly message: string;
  readonly fields: readonly FormField[];
  /** Which of the two is under the cursor, if any. */
  readonly marked: 'Accept' | 'Decline' | undefined;
}

export interface FormField {
  readonly title: string;
  readonly value: string;
  readonly isMarked: boolean;
  /** It contains a value. */
  readonly isSet: boolean;
  /** Claude Code rejects its value. */
  readonly isWrong: boolean;
  /** The choices of an expanded field. */
  readonly choices: readonly FormChoice[];
}

export interface FormChoice {
  readonly label: string;
  readonly isMarked: boolean;
  readonly isChosen: boolean;
}

const TITLE = /^ *MCP server “(.+)” (requests your input|wants to open a URL)$/;
const BUTTONS = /^ *(❯ )? *Accept *(❯ )? *Decline$/;
const FIELD = /^ {2}([❯ ]) ([*✔⚠ ]) (\S[^:]*): ?(.*)$/;
const CHOICE = /^ {8}([❯ ]) ([◯◉●☐☒✔]) (.*)$/;
const CHOSEN = new Set(['◉', '●', '☒', '✔']);

export function readForm(lines: readonly string[]): FormDialog | undefined {
  const top = lines.findLastIndex((line) => TITLE.test(line));
  const [, server = '', what] = TITLE.exec(lines[top] ?? '') ?? [];
  const buttons = lines.findLastIndex((line) => BUTTONS.test(line));
  if (top === -1 || buttons < top) return undefined;
  const footer = readFooter(lines.slice(buttons + 1));
  if (!footer?.startsWith('Esc to cancel')) return undefined;
  const body = lines.slice(top + 1, buttons);
  const first = body.findIndex((line) => FIELD.test(line));
  const [, accept, decline] = BUTTONS.exec(lines[buttons] ?? '') ?? [];
  return {
    kind: 'form',
    server,
    isUrl: what === 'wants to open a URL',
    message: body
      .slice(0, first === -1 ? undefined : first)
      .map((line) => line.trim())
      .join('\n')
      .trim(),
    fields: first === -1 ? [] : readFields(body.slice(first)),
    marked: accept ? 'Accept' : decline ? 'Decline' : undefined,
  };
}

function readFields(lines: readonly string[]): FormField[] {
  const fields: FormField[] = [];
  for (const line of lines) {
    const [field, mark, state, title = '', value = ''] = FIELD.exec(line) ?? [];
    if (field !== undefined) {
      fields.push({
        title,
        value,
        isMarked: mark === '❯',
        isSet: state === '✔',
        isWrong: state === '⚠',
        choices: [],
      });
      continue;
    }
    const [choice, pointer, sign = '', label = ''] = CHOICE.exec(line) ?? [];
    const last = fields.at(-1);
    if (choice === undefined || !last) continue;
    const read = { label, isMarked: pointer === '❯', isChosen: CHOSEN.has(sign) };
    fields[fields.length - 1] = { ...last, choices: [...last.choices, read] };
  }
  return fields;
}
