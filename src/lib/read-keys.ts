/** Parses the input of a terminal in raw mode into named keys. Pure. */

const NAMED = {
  '\r': 'enter',
  '\n': 'ctrl-j',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0003': 'ctrl-c',
  '\u0004': 'ctrl-d',
  '\u0015': 'ctrl-u',
  '\u0017': 'ctrl-w',
  '\u001b': 'escape',
  '\u001b[A': 'up',
  '\u001bOA': 'up',
  '\u001b[B': 'down',
  '\u001bOB': 'down',
  '\u001b[C': 'right',
  '\u001bOC': 'right',
  '\u001b[D': 'left',
  '\u001bOD': 'left',
  '\u001b[H': 'home',
  '\u001bOH': 'home',
  '\u001b[1~': 'home',
  '\u001b[F': 'end',
  '\u001bOF': 'end',
  '\u001b[4~': 'end',
  '\u001b[5~': 'page-up',
  '\u001b[6~': 'page-down',
  '\u001b[3~': 'delete',
  '\u001b[Z': 'shift-tab',
  '\u001b\r': 'alt-enter',
  '\u001b\n': 'alt-enter',
  '\u001b[13;2u': 'alt-enter',
  '\u001b[1;5D': 'word-left',
  '\u001bb': 'word-left',
  '\u001b[1;5C': 'word-right',
  '\u001bf': 'word-right',
  '\u0001': 'ctrl-a',
  '\u0005': 'ctrl-e',
  '\u000b': 'ctrl-k',
  '\u0018': 'ctrl-x',
  '\u0012': 'ctrl-r',
  '\u000c': 'ctrl-l',
  '\u0007': 'ctrl-g',
  '\u0013': 'ctrl-s',
  '\u000f': 'ctrl-o',
  '\u0014': 'ctrl-t',
  '\u0010': 'ctrl-p',
  '\u000e': 'ctrl-n',
  '\u001a': 'ctrl-z',
  '\u001b[I': 'focus',
  '\u001b[O': 'blur',
} as const;

/** `text` contains typed characters; `paste` contains pasted text, including line breaks. Places of the mouse count from 0. */
export type Key =
  | { readonly name: (typeof NAMED)[keyof typeof NAMED] | 'other' }
  | { readonly name: 'text' | 'paste'; readonly text: string }
  | MouseKey;

export interface MouseKey {
  readonly name: 'click' | 'wheel-up' | 'wheel-down';
  readonly row: number;
  readonly column: number;
}

/** Makes a terminal report clicks and the wheel. Most terminals still select text while Shift is held. */
export const REPORT_MOUSE = { on: '\u001b[?1000h\u001b[?1006h', off: '\u001b[?1006l\u001b[?1000l' } as const;

/** Buttons of the mouse that have a meaning, without Shift, Alt and Ctrl. */
const BUTTONS: Readonly<Record<string, MouseKey['name']>> = { 0: 'click', 64: 'wheel-up', 65: 'wheel-down' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys are made of them
const MOUSE = /^\u001b\[<(\d+);(\d+);(\d+)([Mm])$/;

/** Makes a terminal in raw mode mark pasted text. */
export const MARK_PASTES = { on: '\u001b[?2004h', off: '\u001b[?2004l' } as const;

/** The marks around pasted text. */
const PASTE = { begin: '\u001b[200~', end: '\u001b[201~' } as const;
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys are made of them
const CUT_OFF = /\u001b\[(?:20{0,2}|<[\d;]*)$/;
const CTRL_C = '\u0003';

const CONTROL = '\\u0000-\\u001f\\u007f';
/** Pasted text, then sequences, single control characters, and runs of everything else. */
const KEYS = new RegExp(
  `\u001b\\[200~([\\s\\S]*?)\u001b\\[201~|\u001b(?:\\[[0-?]*[ -/]*[@-~]|O[A-Z]|[\r\n]|[bf](?![\\s\\S]))|[${CONTROL}]|[^${CONTROL}]+`,
  'g',
);
const IS_CONTROL = new RegExp(`[${CONTROL}]`);

/**
 * Reads keys from input that arrives in arbitrary pieces. A long paste becomes one key once its end has arrived; pasted text
 * is never read as pressed keys.
 */
export class KeyReader {
  #held = '';

  read(sent: string): Key[] {
    // The way out of an unterminated paste.
    if (sent === CTRL_C) this.#held = '';
    const all = this.#held + sent;
    const whole = wholeKeys(all);
    this.#held = all.slice(whole);
    return readKeys(all.slice(0, whole));
  }
}

/** The length of the part that consists of complete keys. */
function wholeKeys(sent: string): number {
  for (let at = 0; ; ) {
    const begin = sent.indexOf(PASTE.begin, at);
    if (begin === -1) return sent.length - (CUT_OFF.exec(sent.slice(at))?.[0].length ?? 0);
    const end = sent.indexOf(PASTE.end, begin);
    if (end === -1) return begin;
    at = end + PASTE.end.length;
  }
}

export function readKeys(sent: string): Key[] {
  return [...sent.matchAll(KEYS)].flatMap(([key, pasted]): Key[] => {
    if (pasted !== undefined) return [{ name: 'paste', text: pasted.replace(/\r\n?/g, '\n') }];
    if (Object.hasOwn(NAMED, key)) return [{ name: NAMED[key as keyof typeof NAMED] }];
    const mouse = MOUSE.exec(key);
    if (mouse) return readMouse(mouse);
    return [IS_CONTROL.test(key) ? { name: 'other' } : { name: 'text', text: key }];
  });
}

/** Releases, other buttons and buttons with modifiers are not keys: they must not affect anything. */
function readMouse([, button = '', column = '', row = '', end]: RegExpExecArray): MouseKey[] {
  const name = end === 'M' ? BUTTONS[button] : undefined;
  return name ? [{ name, row: Number(row) - 1, column: Number(column) - 1 }] : [];
}
