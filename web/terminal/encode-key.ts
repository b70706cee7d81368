/** Encodes a key as a terminal sends it. Other keys are left to the browser. */

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey?: boolean;
  readonly shiftKey?: boolean;
  readonly altKey?: boolean;
  readonly metaKey?: boolean;
  /** AltGr produces characters; it is not a modifier. */
  readonly isAltGraph?: boolean;
}

const CURSOR: Readonly<Record<string, string>> = {
  ArrowUp: 'A',
  ArrowDown: 'B',
  ArrowRight: 'C',
  ArrowLeft: 'D',
  Home: 'H',
  End: 'F',
};

const NUMBERED: Readonly<Record<string, number>> = {
  Insert: 2,
  Delete: 3,
  PageUp: 5,
  PageDown: 6,
  F5: 15,
  F6: 17,
  F7: 18,
  F8: 19,
  F9: 20,
  F10: 21,
  F11: 23,
  F12: 24,
};

const FUNCTION: Readonly<Record<string, string>> = { F1: 'P', F2: 'Q', F3: 'R', F4: 'S' };

/** Symbols that form control characters, besides letters. */
const CONTROL: Readonly<Record<string, string>> = {
  ' ': '\0',
  '@': '\0',
  '[': '\x1b',
  '\\': '\x1c',
  ']': '\x1d',
  '^': '\x1e',
  _: '\x1f',
  '/': '\x1f',
};

/** Undefined for keys that belong to the browser: system shortcuts, copy and paste, dead keys. */
export function encodeKey(press: KeyPress, isApplicationCursor = false): string | undefined {
  const { key, ctrlKey = false, shiftKey = false, altKey = false, metaKey = false } = press;
  if (metaKey) return undefined;
  const modifier = 1 + (shiftKey ? 1 : 0) + (altKey ? 2 : 0) + (ctrlKey ? 4 : 0);
  const cursor = CURSOR[key];
  if (cursor) {
    if (modifier > 1) return `\x1b[1;${modifier}${cursor}`;
    return isApplicationCursor ? `\x1bO${cursor}` : `\x1b[${cursor}`;
  }
  const number = NUMBERED[key];
  if (number) return modifier > 1 ? `\x1b[${number};${modifier}~` : `\x1b[${number}~`;
  const letter = FUNCTION[key];
  if (letter) return modifier > 1 ? `\x1b[1;${modifier}${letter}` : `\x1bO${letter}`;
  const prefix = altKey ? '\x1b' : '';
  switch (key) {
    case 'Enter':
      // Plain Enter sends; Shift or Alt inserts a new line, which Claude Code recognizes by the escape.
      return shiftKey || altKey ? '\x1b\r' : '\r';
    case 'Tab':
      return shiftKey ? '\x1b[Z' : '\t';
    case 'Escape':
      return '\x1b';
    case 'Backspace':
      return `${prefix}${ctrlKey ? '\b' : '\x7f'}`;
    default:
      return [...key].length === 1 ? encodeCharacter(press) : undefined;
  }
}

function encodeCharacter({ key, ctrlKey, shiftKey, altKey, isAltGraph }: KeyPress): string | undefined {
  if (isAltGraph) return key;
  if (ctrlKey) {
    const letter = key.toLowerCase();
    // Ctrl+V pastes; Ctrl+Shift+C and Ctrl+Shift+V belong to the browser.
    if (letter === 'v' || (shiftKey && letter === 'c')) return undefined;
    const control = /^[a-z]$/.test(letter)
      ? String.fromCharCode(letter.charCodeAt(0) & 0x1f)
      : CONTROL[letter];
    return control && `${altKey ? '\x1b' : ''}${control}`;
  }
  // On a Mac the option key produces characters.
  return altKey && key < '\x7f' ? `\x1b${key}` : key;
}
