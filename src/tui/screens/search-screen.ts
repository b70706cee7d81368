/** Full-text search over every session, past and present; a result opens the conversation at its place. */
import { HIT_ROLES } from '../../core/wording/session-text.ts';
import { projectName } from '../../core/wording/shown-path.ts';
import { ageOf } from '../../lib/age-of.ts';
import type { Key } from '../../lib/read-keys.ts';
import type { SearchAnswer, SearchHit } from '../../protocol/history.ts';
import { editorLines } from '../editor/editor-lines.ts';
import { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { listWindow, moved } from '../lines/list-window.ts';
import { lineOf, span, splitLine } from '../lines/spans.ts';
import type { Frame } from '../terminal/screen.ts';
import type { Area, ScreenContext, TuiScreen } from './screen.ts';

/** Searches while typing, after a short pause. */
const TYPING_MS = 150;

export class SearchScreen implements TuiScreen {
  readonly editor = new TextEditor();
  readonly #context: ScreenContext;
  #found: SearchAnswer | undefined;
  #problem = '';
  #at = 0;
  #asking = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: ScreenContext) {
    this.#context = context;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#asking.abort();
  }

  press(key: Key): boolean {
    const hits = this.#found?.items ?? [];
    if (key.name === 'down' || key.name === 'ctrl-n') this.#at = moved(this.#at, 1, hits.length);
    else if (key.name === 'up' || key.name === 'ctrl-p') this.#at = moved(this.#at, -1, hits.length);
    else if (key.name === 'enter') this.#enter(hits[this.#at]);
    else if (key.name === 'escape') return false;
    else {
      const before = this.editor.text;
      if (!this.editor.press(key)) return false;
      if (this.editor.text !== before) this.#ask();
    }
    return true;
  }

  help(): readonly HelpEntry[] {
    return [
      ['↑↓', 'move'],
      ['Enter', 'open result'],
      ['Esc', 'back'],
    ];
  }

  frame({ width, height }: Area): Frame {
    const { style } = this.#context;
    const written = editorLines(this.editor, width - 10, 1, '');
    const head = [lineOf([span(' Search ', style.quiet), span(written.lines[0] ?? '')], width), ''];
    const cursor = { row: 0, column: 8 + written.cursor.column };
    const note = this.#note();
    const notes =
      note === '' ? [] : [lineOf([span(`  ${note}`, this.#problem ? style.fails : style.quiet)], width)];
    const hits = (this.#found?.items ?? []).map((hit, index) => this.#lines(hit, index === this.#at, width));
    const list = listWindow(hits, this.#at, height - head.length - notes.length);
    const before = head.length + notes.length;
    const clicks = list.owners.map((owner, row): [number, () => void] => [
      before + row,
      () => this.#enter(this.#found?.items[owner]),
    ]);
    return { lines: [...head, ...notes, ...list.lines], cursor, clicks: new Map(clicks) };
  }

  #note(): string {
    if (this.#problem) return this.#problem;
    if (!this.#found) return 'Search every session for words, "quoted phrases", file and function names';
    if (!this.#found.is_complete) return 'Older sessions are still being indexed. More results may appear.';
    return this.#found.items.length === 0 ? 'Nothing found. Press Enter to search again.' : '';
  }

  #lines(
    { title, cwd, at, role, tool, is_error, snippet }: SearchHit,
    isHere: boolean,
    width: number,
  ): string[] {
    const { style } = this.#context;
    const about = [
      projectName(cwd),
      title || 'Untitled session',
      tool ?? HIT_ROLES[role],
      is_error ? 'failed' : '',
    ];
    const head = splitLine(
      [
        span(isHere ? '> ' : '  '),
        span(about.filter(Boolean).join(' · '), isHere ? style.strong : style.quiet),
      ],
      [span(ageOf(at, this.#context.now()), style.quiet)],
      width,
    );
    const words = snippet.map(({ text, hit }) =>
      span(text.replace(/\s+/g, ' '), hit ? (found) => style.strong(style.informs(found)) : undefined),
    );
    return [head, lineOf([span('    '), ...words], width)];
  }

  /** Searches again if nothing was found: new text takes a moment to be indexed. */
  #enter(hit: SearchHit | undefined): void {
    if (!hit) {
      this.#ask();
      return;
    }
    const { session_id, host, position, agent_id: agent } = hit;
    const id = host === undefined ? session_id : this.#context.hub.sessions.addressOf({ session_id, host });
    this.#context.go({ name: 'excerpt', id, position, agent });
  }

  #ask(): void {
    this.close();
    const asking = new AbortController();
    this.#asking = asking;
    const words = this.editor.text;
    if (words.trim() === '') {
      this.#found = undefined;
      return;
    }
    this.#timer = setTimeout(() => {
      this.#context.hub.client
        .search(words, { limit: 30 }, asking.signal)
        .then(
          (found) => {
            this.#found = found;
            this.#problem = '';
            this.#at = 0;
          },
          (error: Error) => {
            if (!asking.signal.aborted) this.#problem = error.message;
          },
        )
        .finally(() => this.#context.redraw());
    }, TYPING_MS);
  }
}
