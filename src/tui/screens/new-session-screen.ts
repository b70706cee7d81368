/** Starts a session: where, how, and with which first words. */
import { randomId } from '../../core/random-id.ts';
import { modeWords } from '../../core/words/suggestion-words.ts';
import { untrustedFolder, untrustedWords } from '../../core/words/trust-words.ts';
import type { Key } from '../../lib/read-keys.ts';
import { type FormLines, typed } from '../cards/ask-form.ts';
import { editorLines } from '../editor/editor-lines.ts';
import { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { listWindow, moved } from '../lines/list-window.ts';
import { lineOf, span } from '../lines/spans.ts';
import { wordLines } from '../lines/word-lines.ts';
import { LOW } from '../session/below-conversation.ts';
import type { Frame } from '../terminal/screen.ts';
import type { Area, Desk, TuiScreen } from './screen.ts';

const MODES = [undefined, 'default', 'acceptEdits', 'plan', 'auto'] as const;
const DRIVERS = [undefined, 'stream', 'tmux'] as const;
const RUNS = { stream: 'in the background', tmux: 'in a terminal (tmux)' } as const;
const FIELDS = ['folder', 'prompt', 'mode', 'runs'] as const;
const RECENT = 9;

export class NewSessionScreen implements TuiScreen {
  readonly #desk: Desk;
  readonly #folder: TextEditor;
  readonly #prompt = new TextEditor();
  #field = 1;
  #mode = 0;
  #driver = 0;
  #recent = -1;
  #isStarting = false;
  #problem = '';
  /** The folder that the person is asked to trust. */
  #untrusted: string | undefined;
  /** The same for every try: a start that was heard and not answered is not done twice. */
  #sessionId = randomId();
  #isClosed = false;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#folder = new TextEditor(desk.folder);
  }

  /** Who leaves while it starts is not led anywhere. */
  close(): void {
    this.#isClosed = true;
  }

  get editor(): TextEditor | undefined {
    if (this.#untrusted !== undefined) return undefined;
    return { folder: this.#folder, prompt: this.#prompt, mode: undefined, runs: undefined }[this.#name];
  }

  press(key: Key): boolean {
    if (this.#isStarting) return key.name !== 'escape';
    if (this.#untrusted !== undefined) return this.#answerTrust(key);
    if (key.name === 'escape') return false;
    if (key.name === 'tab') this.#field = (this.#field + 1) % FIELDS.length;
    else if (key.name === 'shift-tab') this.#field = (this.#field + FIELDS.length - 1) % FIELDS.length;
    else if (key.name === 'enter') this.#start();
    else if (this.#name === 'mode' || this.#name === 'runs') return this.#choose(key);
    else if (this.#name === 'folder' && (key.name === 'up' || key.name === 'down')) this.#recall(key.name);
    else return this.editor?.press(key) ?? false;
    return true;
  }

  help(): readonly HelpEntry[] {
    if (this.#untrusted !== undefined)
      return [
        ['y', 'trust it and start'],
        ['n', 'back'],
      ];
    const more: HelpEntry = {
      folder: ['↑↓', 'folders of before'] as const,
      prompt: ['Alt-Enter', 'new line'] as const,
      mode: ['←→', 'choose'] as const,
      runs: ['←→', 'choose'] as const,
    }[this.#name];
    return [['Enter', 'start'], ['Tab', 'next field'], more, ['Esc', 'back']];
  }

  /** On a low screen the fields stand closer, and of them those that fit around the one in focus. */
  frame({ width, height }: Area): Frame {
    const { style } = this.#desk;
    const note = this.#isStarting
      ? wordLines('Starting', width, style.informs)
      : this.#problem
        ? wordLines(`! ${this.#problem}`, width, style.fails)
        : this.#untrusted !== undefined
          ? wordLines(`! ${untrustedWords(this.#untrusted)} Do you trust it? y/n`, width, style.fails)
          : [];
    const isLow = height < LOW;
    const head = isLow ? [] : ['', style.strong(' New session'), ''];
    const room = height - head.length - note.length;
    const blocks = FIELDS.map((name) => this.#block(name, width, room));
    const spaced = blocks.map(({ lines }) => (isLow ? lines : [...lines, '']));
    const { lines, above } = listWindow(spaced, this.#field, room);
    const start = head.length + spaced.slice(above, this.#field).flat().length;
    const cursor = blocks[this.#field]?.cursor;
    return {
      lines: [...head, ...lines, ...note],
      cursor: cursor && { row: start + cursor.row, column: cursor.column },
    };
  }

  #block(name: (typeof FIELDS)[number], width: number, room: number): FormLines {
    const { style } = this.#desk;
    const isHere = this.#name === name;
    const mode = MODES[this.#mode];
    const driver = DRIVERS[this.#driver];
    const label = {
      folder: "Folder on the hub's machine",
      prompt: 'What should Claude do?',
      mode: 'Mode',
      runs: 'Runs',
    }[name];
    const head = lineOf(
      [span(isHere ? '> ' : '  '), span(label, isHere ? style.strong : style.quiet)],
      width,
    );
    const editor = name === 'folder' ? this.#folder : name === 'prompt' ? this.#prompt : undefined;
    if (!editor) {
      const modeValue = mode === undefined ? 'your usual one' : modeWords(mode);
      const value = name === 'mode' ? modeValue : driver ? RUNS[driver] : 'as the hub is set up';
      return { lines: [head, lineOf([span(`    ${value}`)], width)] };
    }
    const written = editorLines(editor, width - 5, Math.max(1, Math.min(8, room - 1)), '');
    return {
      lines: [head, ...written.lines.map((line) => `    ${line}`)],
      cursor: { row: written.cursor.row + 1, column: written.cursor.column + 4 },
    };
  }

  get #name(): (typeof FIELDS)[number] {
    return FIELDS[this.#field] ?? 'prompt';
  }

  #choose(key: Key): boolean {
    const step =
      key.name === 'right' || (key.name === 'text' && key.text === ' ') ? 1 : key.name === 'left' ? -1 : 0;
    if (step === 0) return false;
    if (this.#name === 'mode') this.#mode = (this.#mode + step + MODES.length) % MODES.length;
    else this.#driver = (this.#driver + step + DRIVERS.length) % DRIVERS.length;
    return true;
  }

  #recall(direction: 'up' | 'down'): void {
    const folders = [
      ...new Set(this.#desk.hub.sessions.sessions.map(({ cwd }) => cwd).filter(Boolean)),
    ].slice(0, RECENT);
    if (folders.length === 0) return;
    this.#recent = moved(this.#recent, direction === 'up' ? 1 : -1, folders.length);
    this.#folder.set(folders[this.#recent] ?? '');
  }

  /** Only the one key is a yes. */
  #answerTrust(key: Key): boolean {
    this.#untrusted = undefined;
    if (typed(key) === 'y') this.#start(true);
    return true;
  }

  #start(isTrusted = false): void {
    const cwd = this.#folder.text.trim();
    const prompt = this.#prompt.text.trim();
    const permission_mode = MODES[this.#mode];
    const driver = DRIVERS[this.#driver];
    this.#isStarting = true;
    this.#problem = '';
    const { client, sessions } = this.#desk.hub;
    client
      .createSession({
        session_id: this.#sessionId,
        cwd,
        ...(prompt && { prompt }),
        ...(permission_mode && { permission_mode }),
        ...(driver && { driver }),
        ...(isTrusted && { trust: true }),
      })
      .then(
        (session) => {
          sessions.put(session);
          if (this.#isClosed) return this.#desk.tell('The new session has started.');
          this.#desk.back();
          this.#desk.go({ name: 'session', id: session.session_id });
        },
        (error: Error & { code?: string }) => {
          this.#untrusted = untrustedFolder(error);
          this.#problem = this.#untrusted === undefined ? error.message : '';
          this.#isStarting = false;
          if (error.code !== 'hub_not_running') this.#sessionId = randomId();
          if (this.#isClosed) this.#desk.tell(error.message, true);
          else this.#desk.redraw();
        },
      );
  }
}
