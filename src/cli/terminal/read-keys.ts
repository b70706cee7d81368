/** What a terminal in raw mode sends, as keys by their names. Pure. */

const NAMED = {
  '\r': 'enter',
  '\n': 'enter',
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
  '\u001b[I': 'focus',
  '\u001b[O': 'blur',
} as const;

/** `text` are characters as they were typed; `paste` what was pasted, line breaks included. */
export type Key =
  | { readonly name: (typeof NAMED)[keyof typeof NAMED] | 'other' }
  | { readonly name: 'text' | 'paste'; readonly text: string };

/** In raw mode a terminal marks what is pasted, if it is asked to. */
export const MARK_PASTES = { on: '\u001b[?2004h', off: '\u001b[?2004l' } as const;

const CONTROL = '\\u0000-\\u001f\\u007f';
/** What was pasted, then sequences, single control characters, and runs of everything else. */
const KEYS = new RegExp(
  `\u001b\\[200~([\\s\\S]*?)\u001b\\[201~|\u001b(?:\\[[0-?]*[ -/]*[@-~]|O[A-Z])|[${CONTROL}]|[^${CONTROL}]+`,
  'g',
);
const IS_CONTROL = new RegExp(`[${CONTROL}]`);

export function readKeys(sent: string): Key[] {
  return [...sent.matchAll(KEYS)].map(([key, pasted]): Key => {
    if (pasted !== undefined) return { name: 'paste', text: pasted.replace(/\r\n?/g, '\n') };
    if (Object.hasOwn(NAMED, key)) return { name: NAMED[key as keyof typeof NAMED] };
    return IS_CONTROL.test(key) ? { name: 'other' } : { name: 'text', text: key };
  });
}
