/** All keyboard shortcuts. */
import type { Key } from '../../lib/read-keys.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { lineOf, span } from '../lines/spans.ts';
import type { Frame } from '../terminal/screen.ts';
import type { Area, ScreenContext, TuiScreen } from './screen.ts';

const KEYS: readonly (HelpEntry | string)[] = [
  'Everywhere',
  ['g i, g s', 'inbox, sessions'],
  ['g n, g f', 'new session, search all conversations'],
  ['/', 'filter the list, or search'],
  ['j, k', 'next and previous card, session or row'],
  ['Ctrl-N, Ctrl-P', 'next and previous session'],
  ['q, Esc', 'back; q quits from the inbox'],
  ['Ctrl-C', 'clear the input; twice: quit'],
  ['Ctrl-L, Ctrl-Z', 'redraw the screen; suspend (fg resumes)'],
  'New session',
  ['Tab, Ctrl-O', 'next field; more options'],
  'Waiting for you',
  ['a', 'allow, approve or send; press twice if dangerous'],
  ['d', 'deny, reject or decline'],
  ['e', 'edit before allowing'],
  ['w', 'deny with a reason, reject with feedback'],
  ['x', 'deny and stop the turn; cancel a form'],
  ['1-9', 'tick a suggestion, or choose an option'],
  ['o, n, r, s', 'questions: other, note, reply instead, skip; → skips one of several'],
  'Session',
  ['c', 'write to Claude; / and @ complete, Tab: queue, steer or interrupt'],
  ['x', 'interrupt'],
  ['m, r', 'menu: mode, model, name, fork, end; resume or take over'],
  ['v', 'details: background tasks, limits, files, permission rules'],
  ['u', 'queued prompts'],
  ['t', 'terminal; detach to return'],
  ['Enter, G', 'open a row; go to the latest'],
];

const KEY_WIDTH = 18;

export class HelpScreen implements TuiScreen {
  readonly editor = undefined;
  readonly #context: ScreenContext;
  #scroll = 0;

  constructor(context: ScreenContext) {
    this.#context = context;
  }

  press(key: Key): boolean {
    if (key.name === 'down' || (key.name === 'text' && key.text === 'j')) this.#scroll++;
    else if (key.name === 'up' || (key.name === 'text' && key.text === 'k')) this.#scroll--;
    // The help is already open.
    else return key.name === 'text' && key.text === '?';
    return true;
  }

  help(): readonly HelpEntry[] {
    return [
      ['j/k', 'more'],
      ['q', 'back'],
    ];
  }

  frame({ width, height }: Area): Frame {
    const { style } = this.#context;
    const lines = KEYS.flatMap((entry) => {
      if (typeof entry === 'string') return [lineOf([span(` ${entry}`, style.strong)], width)];
      const [keys, does] = entry;
      return wrapText(does, width - KEY_WIDTH).map(
        (words, row) => style.informs((row === 0 ? `   ${keys}` : '').padEnd(KEY_WIDTH)) + words,
      );
    });
    this.#scroll = Math.max(0, Math.min(this.#scroll, lines.length - height));
    return { lines: lines.slice(this.#scroll, this.#scroll + height) };
  }
}
