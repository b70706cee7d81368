/** One pane of any tmux server: reads its screen, presses keys, pastes. Does not know Claude Code. */
import { randomUUID } from 'node:crypto';
import { ReinsError } from '../../protocol/errors.ts';
import type { Screen } from '../../protocol/steering.ts';
import { type TmuxCommands, TmuxError } from './tmux-commands.ts';

const STATE = '#{pane_width} #{pane_height} #{cursor_x} #{cursor_y}';

export class Pane {
  readonly #tmux: TmuxCommands;
  readonly id: string;

  /** `id` is tmux's own identifier, such as `%3`. */
  constructor(tmux: TmuxCommands, id: string) {
    this.#tmux = tmux;
    this.id = id;
  }

  /** The visible lines with their colours. */
  lines(): Promise<string[]> {
    return this.#run('capture-pane', '-p', '-e', '-t', this.id);
  }

  /**
   * A line of `format`, then the visible lines with their colours and up to `history` lines above them, all from one moment.
   * Throws TmuxError.
   */
  capture(format: string, history: number): Promise<string[]> {
    // -N: trailing spaces may have a colour.
    const capture = ['capture-pane', '-p', '-e', '-N', ...(history > 0 ? ['-S', `-${history}`] : [])];
    const commands = [
      ['display-message', '-p', '-t', this.id, format],
      [...capture, '-t', this.id],
    ];
    return this.#tmux.runAll(commands);
  }

  async screen(): Promise<Screen> {
    const [state = [], lines] = await Promise.all([
      this.#run('display-message', '-p', '-t', this.id, STATE).then(([line = '']) =>
        line.split(' ').map(Number),
      ),
      this.#run('capture-pane', '-p', '-t', this.id),
    ]);
    const [columns = 0, rows = 0, column = 0, row = 0] = state;
    return { text: lines.join('\n'), columns, rows, cursor: { column, row } };
  }

  /** Presses keys by their tmux names: `Enter`, `Escape`, `BTab`. */
  async press(...keys: string[]): Promise<void> {
    await this.#leaveScrolling();
    await this.#run('send-keys', '-t', this.id, ...keys);
  }

  /** Sends raw bytes, as a terminal does for keys. */
  async type(data: string): Promise<void> {
    await this.#leaveScrolling();
    await this.#run('send-keys', '-t', this.id, '-l', '--', data);
  }

  /** Has no effect while a person is attached: their size wins. */
  async fit({ columns, rows }: { readonly columns: number; readonly rows: number }): Promise<void> {
    const attached = await this.#run('list-clients', '-t', this.id);
    if (attached.length > 0) return;
    await this.#run('resize-window', '-t', this.id, '-x', String(columns), '-y', String(rows));
  }

  /** Pastes text in one piece: the program sees where it starts and ends. Line ends become those of the Enter key. */
  async paste(text: string, { keepsLineEnds = false } = {}): Promise<void> {
    await this.#leaveScrolling();
    const buffer = `reins-${randomUUID()}`;
    await this.#guard(this.#tmux.loadBuffer(buffer, text));
    // -p brackets the paste, -d deletes the buffer, -r leaves line ends unchanged.
    const lineEnds = keepsLineEnds ? ['-r'] : [];
    await this.#run('paste-buffer', '-p', '-d', ...lineEnds, '-b', buffer, '-t', this.id);
  }

  /** If someone has scrolled back in tmux, tmux would get the keys instead of the program. */
  async #leaveScrolling(): Promise<void> {
    const [isScrolling] = await this.#run('display-message', '-p', '-t', this.id, '#{pane_in_mode}');
    if (isScrolling !== '0') await this.#run('copy-mode', '-q', '-t', this.id);
  }

  #run(...command: string[]): Promise<string[]> {
    return this.#guard(this.#tmux.run(...command));
  }

  async #guard<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof TmuxError)) throw error;
      throw new ReinsError('run_not_responding', `Cannot reach the session's terminal (${error.message}).`);
    }
  }
}
