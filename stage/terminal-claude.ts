/**
 * A real interactive `claude` in a pane of the stage's own tmux server: type, press keys, read the screen.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from './patience.ts';
import { pressUntil } from './press-until.ts';

const run = promisify(execFile);

/** The box for prompts, between two lines. Earlier prompts and dialogs have the same sign. */
const INPUT_BOX = /─\n❯.*\n─/;

export interface TerminalOptions {
  readonly binary: string;
  readonly folder: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
  /** Hides from Claude Code that it runs in tmux: a terminal that nobody else can type into. */
  readonly isPlain?: boolean;
}

export interface TerminalClaude {
  /** The visible text. */
  screen(): Promise<string>;
  /** Types text without sending it. */
  type(text: string): Promise<void>;
  /** Presses keys by their tmux names: `Enter`, `Escape`, `BTab`, `C-u`. */
  press(...keys: string[]): Promise<void>;
  /** Types a prompt and sends it. */
  prompt(text: string): Promise<void>;
  /** Waits until the screen shows the pattern, and returns the screen. */
  waitForScreen(pattern: RegExp): Promise<string>;
  /** Waits for a dialog and presses the key until it has closed. */
  answerDialog(dialog: RegExp, key: string): Promise<void>;
  /** Records all terminal output from now on, for text that is only briefly visible. */
  record(): Promise<() => string>;
  /** Resolves when Claude Code has exited. */
  waitForExit(): Promise<void>;
}

export async function startTerminalClaude(options: TerminalOptions): Promise<TerminalClaude> {
  const { binary, folder, cwd, env, args = [], columns = 120, rows = 40, isPlain = false } = options;
  const socket = join(folder, 'tmux.sock');
  const tmux = async (...command: string[]) => {
    // The user's own tmux configuration must not be loaded: -f /dev/null.
    const { stdout } = await run('tmux', ['-S', socket, '-f', '/dev/null', ...command], { env });
    return stdout;
  };
  const size = ['-x', String(columns), '-y', String(rows)];
  const command = [...(isPlain ? ['env', '-u', 'TMUX', '-u', 'TMUX_PANE'] : []), binary, ...args];
  const open = () =>
    tmux('new-session', '-d', '-P', '-F', '#{pane_id}', ...size, '-c', cwd, '--', ...command);
  const pane = await waitUntil('tmux to open a pane', () =>
    open().then((id) => id.trim(), retryIfServerLeft),
  );

  const screen = () => tmux('capture-pane', '-p', '-t', pane);
  const type = async (text: string) => void (await tmux('send-keys', '-t', pane, '-l', '--', text));
  const press = async (...keys: string[]) => void (await tmux('send-keys', '-t', pane, ...keys));
  const waitForScreen = (pattern: RegExp) =>
    waitUntil(
      `the screen to show ${pattern}`,
      async () => {
        const text = await screen();
        return pattern.test(text) ? text : undefined;
      },
      { explain: screen },
    );

  return {
    screen,
    type,
    press,
    waitForScreen,
    async prompt(text) {
      await waitForScreen(INPUT_BOX);
      await type(text);
      await press('Enter');
    },
    async answerDialog(dialog, key) {
      await waitForScreen(dialog);
      const isClosed = async () => !dialog.test(await screen());
      await pressUntil(`the dialog ${dialog} to close`, isClosed, () => press(key), { explain: screen });
    },
    async record() {
      const file = join(folder, `written-${pane.slice(1)}.txt`);
      await tmux('pipe-pane', '-t', pane, `cat >> '${file}'`);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences are what is removed
      return () => (existsSync(file) ? readFileSync(file, 'utf8').replace(/\u001b\[[\d;?]*[a-z]/gi, '') : '');
    },
    async waitForExit() {
      // The server ends with its last pane; until then, the pane is listed.
      await waitUntil('Claude Code to exit', () =>
        tmux('list-panes', '-a', '-F', '#{pane_id}').then(
          (panes) => !panes.split('\n').includes(pane),
          () => true,
        ),
      );
    },
  };
}

/** A server whose last pane has ended still accepts a connection, and exits without an answer. */
function retryIfServerLeft(error: Error): undefined {
  if (!/server exited unexpectedly|lost server/.test(error.message)) throw error;
}
