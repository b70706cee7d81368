/** Starts a session: its folder, prompt and options. */
import { MORE_FIELDS } from '../../core/new-session/form-fields.ts';
import { randomId } from '../../core/random-id.ts';
import { untrustedFolder, untrustedText } from '../../core/wording/trust-text.ts';
import type { Key } from '../../lib/read-keys.ts';
import type { NewSession } from '../../protocol/steering.ts';
import { typed } from '../cards/interaction-form.ts';
import type { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { listWindow } from '../lines/list-window.ts';
import { paragraphLines } from '../lines/paragraph-lines.ts';
import { rule } from '../lines/spans.ts';
import { fieldLines, isApart } from '../new-session/field-lines.ts';
import { NewSessionForm } from '../new-session/new-session-form.ts';
import { LOW } from '../session/below-conversation.ts';
import type { Frame } from '../terminal/screen.ts';
import type { Area, ScreenContext, TuiScreen } from './screen.ts';

const FIRST_OF_MORE = MORE_FIELDS[0]?.name;

export class NewSessionScreen implements TuiScreen {
  readonly #context: ScreenContext;
  readonly #form: NewSessionForm;
  #isStarting = false;
  #problem = '';
  /** The folder that needs to be trusted. */
  #untrusted: string | undefined;
  /** The same for every attempt, so that a lost response does not start the session twice. */
  #sessionId = randomId();
  #isClosed = false;

  constructor(context: ScreenContext) {
    this.#context = context;
    const { hub, folder } = context;
    this.#form = new NewSessionForm(
      folder,
      () => hub.sessions.sessions,
      () => hub.hosts.all,
    );
    void this.#loadTemplates();
  }

  /** A person who leaves while it starts stays where they are. */
  close(): void {
    this.#isClosed = true;
  }

  get editor(): TextEditor | undefined {
    return this.#untrusted === undefined ? this.#form.editor : undefined;
  }

  press(key: Key): boolean {
    if (this.#isStarting) return key.name !== 'escape';
    if (this.#untrusted !== undefined) return this.#answerTrust(key);
    if (key.name === 'escape') return false;
    if (key.name !== 'enter') return this.#form.press(key);
    this.#start();
    return true;
  }

  help(): readonly HelpEntry[] {
    if (this.#untrusted !== undefined)
      return [
        ['y', 'trust it and start'],
        ['n', 'back'],
      ];
    const { name, kind } = this.#form.field;
    const own: readonly HelpEntry[] =
      name === 'cwd'
        ? [['↑↓', 'recent folders']]
        : kind === 'model'
          ? [['↑↓', 'models']]
          : kind === 'lines'
            ? [['Alt-Enter', 'new line']]
            : kind === 'choice'
              ? [['←→', 'choose']]
              : kind === 'tick'
                ? [['Space', 'toggle']]
                : [];
    const more: HelpEntry = ['Ctrl-O', this.#form.isMore ? 'fewer options' : 'more options'];
    return [['Enter', 'start'], ['Tab', 'next field'], ...own, more, ['Esc', 'back']];
  }

  /** A low screen has no space between fields and shows those around the focused one. */
  frame({ width, height }: Area): Frame {
    const { style } = this.#context;
    const note = this.#noteLines(width);
    const isLow = height < LOW;
    const head = isLow ? [] : ['', style.strong(' New session'), ''];
    const room = height - head.length - note.length;
    const form = this.#form;
    const fields = form.fields();
    const blocks = fields.map((field) => {
      const block = fieldLines(form, field, { width, height: room, style });
      const isFirst = field.name === FIRST_OF_MORE;
      const above = isFirst ? [...(isLow ? [] : ['']), rule('More options', width, style.quiet)] : [];
      const below =
        isLow || !(isApart(field) || field.name === 'template' || field.name === 'host') ? [] : [''];
      const cursor = block.cursor && { ...block.cursor, row: block.cursor.row + above.length };
      return { lines: [...above, ...block.lines, ...below], cursor };
    });
    const at = fields.findIndex(({ name }) => name === form.field.name);
    const all = [...blocks.map(({ lines }) => lines), ...this.#foldedLines(width, isLow)];
    const { lines, above } = listWindow(all, at, room);
    const start = head.length + all.slice(above, at).flat().length;
    const cursor = blocks[at]?.cursor;
    return {
      lines: [...head, ...lines, ...note],
      cursor: cursor && { row: start + cursor.row, column: cursor.column },
    };
  }

  /** A hint that there are more options. */
  #foldedLines(width: number, isLow: boolean): string[][] {
    if (this.#form.isMore || isLow) return [];
    const { style } = this.#context;
    const chosen = this.#form.chosenMore;
    const words = 'Ctrl-O shows more options: driver, name, worktree, limits, tools';
    return [['', ...paragraphLines(chosen > 0 ? `${words} (${chosen} set)` : words, width, style.quiet)]];
  }

  #noteLines(width: number): string[] {
    const { style } = this.#context;
    if (this.#isStarting) return paragraphLines('Starting…', width, style.informs);
    if (this.#problem) return paragraphLines(`! ${this.#problem}`, width, style.fails);
    if (this.#untrusted === undefined) return [];
    return paragraphLines(`! ${untrustedText(this.#untrusted)} Do you trust it? y/n`, width, style.fails);
  }

  /** Templates are optional, so errors are ignored. */
  async #loadTemplates(): Promise<void> {
    const settings = await this.#context.hub.client.settings.get().catch(() => undefined);
    const { templates = {} } = settings ?? {};
    if (Object.keys(templates).length === 0 || this.#isClosed) return;
    this.#form.templates = templates;
    this.#context.redraw();
  }

  /** Only y confirms. */
  #answerTrust(key: Key): boolean {
    this.#untrusted = undefined;
    if (typed(key) === 'y') this.#start(true);
    return true;
  }

  #start(isTrusted = false): void {
    this.#problem = '';
    let body: NewSession;
    try {
      body = this.#form.body();
    } catch (error) {
      this.#problem = (error as Error).message;
      return;
    }
    this.#isStarting = true;
    const { client, sessions } = this.#context.hub;
    client.createSession({ ...body, session_id: this.#sessionId, ...(isTrusted && { trust: true }) }).then(
      (session) => {
        sessions.put(session);
        if (this.#isClosed) return this.#context.report('The new session has started');
        this.#context.back();
        this.#context.go({ name: 'session', id: session.session_id });
      },
      (error: Error & { code?: string }) => {
        this.#untrusted = untrustedFolder(error);
        this.#problem = this.#untrusted === undefined ? error.message : '';
        this.#isStarting = false;
        if (error.code !== 'hub_not_running') this.#sessionId = randomId();
        if (this.#isClosed) this.#context.report(error.message, true);
        else this.#context.redraw();
      },
    );
  }
}
