/** Completions for the current word, fetched while typing and accepted with Tab. */
import { matchingCommands, matchingFiles, type Suggested } from '../../core/prompt-completions.ts';
import { completeWord, type TypedWord, typedWord } from '../../core/typed-word.ts';
import type { Key } from '../../lib/read-keys.ts';
import type { Style } from '../../lib/style.ts';
import type { SlashCommand } from '../../protocol/completion.ts';
import type { Client } from '../../sdk/client.ts';
import type { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { listWindow } from '../lines/list-window.ts';
import { lineOf, span } from '../lines/spans.ts';

export interface WordSource {
  readonly client: Pick<Client, 'commands' | 'files'>;
  readonly sessionId: string;
  readonly onChange: () => void;
}

export class WordCompletion {
  readonly #source: WordSource;
  #word: TypedWord | undefined;
  #found: readonly Suggested[] = [];
  #at = 0;
  #asking = new AbortController();
  /** Fetched once, on the first slash. */
  #commands: Promise<readonly SlashCommand[]> | undefined;
  /** Closed by the person until the next word. */
  #closedFor: string | undefined;

  constructor(source: WordSource) {
    this.#source = source;
  }

  get isOpen(): boolean {
    return this.#word !== undefined && this.#found.length > 0;
  }

  /** Whether a list was open. */
  close(): boolean {
    const wasOpen = this.isOpen;
    if (wasOpen && this.#word) this.#closedFor = nameOf(this.#word);
    this.#forget();
    return wasOpen;
  }

  /** Whether the list used the key. */
  press(key: Key, editor: TextEditor): boolean {
    if (!this.isOpen) return false;
    const chosen = this.#found[this.#at];
    const step = key.name === 'down' ? 1 : key.name === 'up' ? -1 : 0;
    if (step !== 0) this.#at = (this.#at + step + this.#found.length) % this.#found.length;
    else if (key.name === 'tab') this.#take(editor, chosen);
    // A complete word is sent.
    else if (key.name === 'enter' && chosen?.value !== this.#word?.typed) this.#take(editor, chosen);
    else return false;
    return true;
  }

  /** Call this after the text or the cursor has changed. */
  look({ text, at }: Pick<TextEditor, 'text' | 'at'>): void {
    const word = typedWord(text, at);
    if (word && nameOf(word) === this.#closedFor) return;
    this.#closedFor = undefined;
    if (word && this.#word && nameOf(word) === nameOf(this.#word) && word.typed === this.#word.typed) return;
    this.#asking.abort();
    if (word?.kind !== this.#word?.kind) this.#forget();
    this.#word = word;
    if (word) this.#ask(word);
  }

  help(): readonly HelpEntry[] {
    return [
      ['Tab', 'complete'],
      ['↑↓', 'move'],
      ['Esc', 'close the list'],
    ];
  }

  /** At most `height` suggestions, including the focused one. */
  lines(width: number, height: number, style: Style): string[] {
    if (!this.isOpen || height < 1) return [];
    const entries = this.#found.map(({ words, about = '' }, index) => {
      const isHere = index === this.#at;
      const head = span(`${isHere ? '> ' : '  '}${words}`, isHere ? style.strong : undefined);
      return [lineOf([head, span(about && `  ${about}`, style.quiet)], width)];
    });
    return listWindow(entries, this.#at, height).lines;
  }

  /** A failed request shows no suggestions. */
  #ask({ kind, typed }: TypedWord): void {
    const { client, sessionId, onChange } = this.#source;
    const asking = new AbortController();
    this.#asking = asking;
    const show = (found: readonly Suggested[]) => {
      if (asking.signal.aborted) return;
      this.#found = found;
      this.#at = 0;
      onChange();
    };
    const nothing = () => show([]);
    if (kind === 'file') {
      client.files(sessionId, typed, asking.signal).then(({ items }) => show(matchingFiles(items)), nothing);
      return;
    }
    this.#commands ??= client.commands(sessionId).then(({ items }) => items);
    this.#commands.then(
      (commands) => show(matchingCommands(commands, typed)),
      () => {
        this.#commands = undefined;
        nothing();
      },
    );
  }

  #take(editor: TextEditor, chosen: Suggested | undefined): void {
    if (!this.#word || !chosen) return;
    const { text, caret } = completeWord(editor.text, editor.at, this.#word, chosen.value);
    editor.set(text, caret);
    this.#forget();
  }

  #forget(): void {
    this.#asking.abort();
    this.#word = undefined;
    this.#found = [];
    this.#at = 0;
  }
}

/** Identifies the word while it is being typed. */
function nameOf({ kind, start }: TypedWord): string {
  return `${kind}${start}`;
}
