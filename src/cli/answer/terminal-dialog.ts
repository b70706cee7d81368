/** The dialog at a terminal: keys in raw mode, lists drawn in place. Ends at once when the signal fires. */
import type { ReadStream, WriteStream } from 'node:tty';
import { ChoiceList } from '../../core/terminal/choice-list.ts';
import { type Key, KeyReader, MARK_PASTES } from '../../lib/read-keys.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import { describeError } from '../describe-error.ts';
import { editText } from '../terminal/edit-text.ts';
import { LiveArea } from '../terminal/live-area.ts';
import type { Style } from '../terminal/style.ts';
import { TextField } from '../terminal/text-field.ts';
import { type Asked, type Dialog, Left } from './dialog.ts';

export interface TerminalDialogOptions {
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly style: Style;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** What was typed before the question could be read must not answer it. */
const TYPED_AHEAD_MS = 50;
const LIST_HELP = 'arrows or digits choose, Enter takes, Esc leaves';
const BOXES_HELP = 'arrows or digits choose, Space ticks, Enter takes, Esc leaves';
const WORDS_HELP = 'Enter takes, Esc goes back';

export class TerminalDialog implements Dialog {
  readonly #options: TerminalDialogOptions;
  readonly #area: LiveArea;
  #hasBegun = false;

  constructor(options: TerminalDialogOptions) {
    this.#options = options;
    this.#area = new LiveArea(options.output);
  }

  async choose<Value>({ choices, title, start = 0 }: Asked<Value>) {
    const { output, style } = this.#options;
    const list = new ChoiceList(choices, { start, style });
    const help = choices.some(({ isTicked }) => isTicked !== undefined) ? BOXES_HELP : LIST_HELP;
    const lines = () => {
      const width = output.columns || 80;
      const head = title === undefined ? [] : wrapText(title, width);
      const room = (output.rows || 24) - head.length - 3;
      return [...head, ...list.lines(width, room), '', style.quiet(help)];
    };
    return this.#keys(lines, (key) => {
      const chosen = list.press(key);
      return chosen && { ...chosen, ticked: list.ticked };
    });
  }

  ask(title: string, initial?: string): Promise<string | undefined> {
    const { output, style } = this.#options;
    const field = new TextField(initial);
    const lines = () => {
      const width = output.columns || 80;
      return [...wrapText(title, width), ...field.lines(width), '', style.quiet(WORDS_HELP)];
    };
    return this.#keys(lines, (key) => {
      if (key.name === 'enter' && field.text.trim() !== '') return field.text;
      field.press(key);
      return undefined;
    });
  }

  async edit(text: string, fileName: string): Promise<string | undefined> {
    try {
      return await editText(text, fileName, this.#options.env);
    } catch (error) {
      this.say(this.#options.style.fails(describeError(error, this.#options.env)));
      return undefined;
    } finally {
      this.#options.signal.throwIfAborted();
    }
  }

  say(...lines: string[]): void {
    this.#options.output.write(lines.map((line) => `${line}\n`).join(''));
  }

  /** Draws, hands each key on and draws again, until there is a result; Esc goes back. */
  async #keys<Result>(
    lines: () => string[],
    press: (key: Key) => Result | undefined,
  ): Promise<Result | undefined> {
    const { input, output, signal } = this.#options;
    signal.throwIfAborted();
    input.setRawMode(true);
    input.setEncoding('utf8');
    output.write(MARK_PASTES.on);
    input.resume();
    if (!this.#hasBegun) await this.#dropTypedAhead();
    const draw = () => this.#area.draw(lines());
    draw();
    output.on('resize', draw);
    const keys = new KeyReader();
    let onData: (chunk: string) => void = () => {};
    let onAbort = () => {};
    try {
      return await new Promise<Result | undefined>((resolve, reject) => {
        onAbort = () => reject(signal.reason);
        onData = (chunk) => {
          // One chunk is one key, unless more was typed while we were busy; a list takes only what it is asked for.
          for (const key of keys.read(chunk)) {
            if (key.name === 'ctrl-c' || key.name === 'ctrl-d') return reject(new Left());
            if (key.name === 'escape') return resolve(undefined);
            const result = press(key);
            if (result !== undefined) return resolve(result);
          }
          draw();
        };
        input.on('data', onData);
        signal.addEventListener('abort', onAbort, { once: true });
      });
    } finally {
      input.off('data', onData);
      signal.removeEventListener('abort', onAbort);
      output.off('resize', draw);
      input.pause();
      output.write(MARK_PASTES.off);
      input.setRawMode(false);
      this.#area.clear();
    }
  }

  async #dropTypedAhead(): Promise<void> {
    this.#hasBegun = true;
    const drop = () => {};
    this.#options.input.on('data', drop);
    await new Promise((resolve) => setTimeout(resolve, TYPED_AHEAD_MS));
    this.#options.input.off('data', drop);
  }
}
