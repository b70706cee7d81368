/**
 * A connection to tmux that hears what one pane writes. It looks on without a size of its own, so that what people see in
 * their terminals stays as it is.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Picture } from '../../run-terminal.ts';
import { ControlParser } from '../control-parser.ts';
import { commandLine } from '../quote-for-tmux.ts';
import { readOutput } from './pane-output.ts';
import { drawScreen, HISTORY_LINES, readState, STATE_FORMAT } from './screen-picture.ts';

export interface MirrorClientOptions {
  /** What shows the session in a terminal, as a person would type it. */
  readonly attachCommand: readonly string[];
  readonly pane: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether the terminal is Claude Code's now. What it shows once it is not belongs to the person whose shell it is. */
  isShown(): boolean;
  onOutput(bytes: Buffer): void;
  /** The window has another size now. */
  onResize(): void;
  onEnd(reason: string): void;
}

/** Called with the answer to a command, at the very place where it stands between the output. */
type Take = (lines: readonly string[]) => void;

export class MirrorClient {
  readonly #options: MirrorClientOptions;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #parser = new ControlParser();
  readonly #pending: Take[] = [];
  #rest = '';
  #isOver = false;

  constructor(options: MirrorClientOptions) {
    this.#options = options;
    const [program = 'tmux', ...args] = asMirror(options.attachCommand);
    this.#child = spawn(program, args, { env: options.env });
    // Latin-1 keeps every byte: a character may be cut in two between lines of output.
    this.#child.stdout.setEncoding('latin1').on('data', (piece: string) => this.#read(piece));
    this.#child.stdin.on('error', () => {});
    // tmux takes commands before it has attached us. What the pane writes until then is told to nobody, so that a picture of that time
    // would stay behind.
    this.#child.stdin.cork();
    this.#child.on('error', (error) => this.#end(error.message));
    this.#child.on('close', () => this.#end('its terminal was closed'));
  }

  /** Calls back at once when the picture is there: what was heard before is in it, what is heard after is not. */
  draw(take: (picture: Picture) => void): void {
    const { pane } = this.#options;
    let state = '';
    this.#pending.push(
      ([line = '']) => {
        state = line;
      },
      (lines) => {
        const read = readState(state);
        const text = lines.map((line) => Buffer.from(line, 'latin1').toString());
        take({ columns: read.columns, rows: read.rows, data: drawScreen(read, text) });
      },
    );
    // On one line: nothing of the pane comes between the two.
    const commands = [
      ['display-message', '-p', '-t', pane, STATE_FORMAT],
      ['capture-pane', '-p', '-e', '-S', `-${HISTORY_LINES}`, '-t', pane],
    ];
    this.#child.stdin.write(`${commands.map(commandLine).join(' ; ')}\n`);
  }

  close(): void {
    this.#isOver = true;
    this.#child.stdin.end();
    this.#child.kill();
  }

  #read(piece: string): void {
    if (this.#isOver) return;
    // A program writes before it leaves, so what is written after that is never passed on.
    if (!this.#options.isShown()) {
      this.#end('Claude Code has left the foreground of its terminal');
      return;
    }
    const lines = `${this.#rest}${piece}`.split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
  }

  #take(line: string): void {
    const message = this.#parser.push(line);
    if (message?.kind === 'answer') {
      if (!message.isOurs) return;
      if (message.isError) this.#end(message.lines.join(' '));
      else this.#pending.shift()?.(message.lines);
    } else if (message?.name === 'output') {
      const { pane, bytes } = readOutput(message.rest);
      if (pane === this.#options.pane) this.#options.onOutput(bytes);
    } else if (message?.name === 'session-changed') this.#child.stdin.uncork();
    else if (message?.name === 'layout-change') this.#options.onResize();
  }

  #end(reason: string): void {
    if (this.#isOver) return;
    this.close();
    this.#options.onEnd(reason);
  }
}

/** `tmux … attach-session …`, in control mode, and without a say in the size of the window. */
export function asMirror(attachCommand: readonly string[]): string[] {
  const [program = 'tmux', ...rest] = attachCommand;
  return [
    program,
    '-C',
    ...rest.flatMap((word) => (word === 'attach-session' ? [word, '-f', 'ignore-size'] : [word])),
  ];
}
