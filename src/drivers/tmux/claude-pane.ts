/**
 * Claude Code's terminal as a keyboard and an eye: whatever a person could do at it, done so that nothing is typed into
 * a dialog, nothing runs in a shell by accident, and a draft survives. Reads the screen at the moment of an action only.
 * Used for our own panes and for those of people's own tmux servers.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { KeyedLock } from '../../lib/keyed-lock.ts';
import { isInForeground } from '../../lib/process-terminal.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ContentBlock } from '../../protocol/messages.ts';
import type { Screen } from '../../protocol/steering.ts';
import { type BlockedBy, describeObstacle } from './obstacle-words.ts';
import type { Pane } from './pane.ts';
import { knowsCommand } from './screen/command-popup.ts';
import type { InputBox } from './screen/input-box.ts';
import { type ClaudeScreen, readScreen } from './screen/read-screen.ts';
import { asWords, type TypedText, toTypedText } from './typed-text.ts';

/** How long the terminal may take to show what a key did. A loaded machine is slow. */
const EFFECT_MS = 5000;
/** After this an Enter that shows no effect is pressed once more. */
const ENTER_AGAIN_MS = 1500;
/** How long the list of commands may take to appear. */
const POPUP_MS = 2000;
const LOOK_EVERY_MS = 40;

export interface ClaudePaneOptions {
  /** The process that the keys are for. */
  readonly pid: number;
  /** How a person gets to see the terminal, for messages. */
  readonly howToSee: string;
}

export class ClaudePane {
  readonly #pane: Pane;
  readonly #options: ClaudePaneOptions;
  /** One action at a time: two that type at once would mix their letters. */
  readonly #lock = new KeyedLock();
  /** The last prompt was a command, so that a menu on the screen is most likely its answer. */
  #isMenuOurs = false;

  constructor(pane: Pane, options: ClaudePaneOptions) {
    this.#pane = pane;
    this.#options = options;
  }

  screen(): Promise<Screen> {
    return this.#pane.screen();
  }

  async look(): Promise<ClaudeScreen> {
    return readScreen(await this.#pane.lines());
  }

  async blockedBy(): Promise<BlockedBy | undefined> {
    const screen = await this.look();
    return this.#canLeave(screen) ? undefined : this.#inTheWay(screen);
  }

  async draft(): Promise<string | undefined> {
    return (await this.look()).box?.draft || undefined;
  }

  /** Runs `act` while nobody else presses keys. */
  exclusively<T>(act: () => Promise<T>): Promise<T> {
    return this.#lock.run('keys', act);
  }

  /** Throws `blocked`, with nothing typed, when Claude Code does not take words now. */
  deliver(content: readonly ContentBlock[]): Promise<void> {
    const typed = toTypedText(content);
    return this.exclusively(() => this.#deliver(typed));
  }

  /** Sends a line as it is. Only within `exclusively`. */
  async submit(text: string): Promise<void> {
    const wasStashed = await this.#clearTheWay();
    const shown = await this.#paste(text);
    await this.press('Enter');
    await this.#waitUntilSent(shown, wasStashed);
  }

  press(...keys: string[]): Promise<void> {
    return this.#pane.press(...keys);
  }

  pasteWords(text: string): Promise<void> {
    return this.#pane.paste(text, { keepsLineEnds: true });
  }

  /** The screen when a dialog may be on it: Claude Code is in front and shows no input box. */
  async dialogLines(): Promise<readonly string[] | undefined> {
    const { lines, box } = await this.look();
    return box || !isInForeground(this.#options.pid) ? undefined : lines;
  }

  /** Waits until the screen is as `see` wants it, and returns what it returned. Undefined when that takes too long. */
  async waitFor<T>(
    see: (screen: ClaudeScreen) => T | undefined,
    timeoutMs = EFFECT_MS,
  ): Promise<T | undefined> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const seen = see(await this.look());
      if (seen !== undefined || performance.now() > deadline) return seen;
      await delay(LOOK_EVERY_MS);
    }
  }

  /** The box when words may go into it. Throws `blocked`. */
  async requireBox(): Promise<InputBox> {
    const screen = await this.look();
    const reason = this.#inTheWay(screen);
    if (reason !== undefined || !screen.box) throw this.#blocked(reason ?? 'unknown_screen');
    return screen.box;
  }

  async #deliver({ text, command }: TypedText): Promise<void> {
    const isCommand = command !== undefined && (await this.#knows(command));
    // What waits in Claude Code's own queue loses the space in front, and would be taken for a command after all.
    if (command && !isCommand && (await this.look()).isBusy) throw this.#blocked('turn');
    await this.submit(isCommand ? text : asWords(text));
    this.#isMenuOurs = isCommand;
  }

  /**
   * Asks Claude Code itself, by typing the name and taking it back: it drops words behind a name that it does not know,
   * and makes the nearest one of a name that is half right.
   */
  async #knows(command: string): Promise<boolean> {
    await this.#clearTheWay();
    await this.#paste(command);
    const isKnown = await this.waitFor(({ box }) => box && knowsCommand(box, command), POPUP_MS);
    await this.press('C-u');
    if (!(await this.waitFor(({ box }) => (box?.draft === '' ? true : undefined)))) {
      throw this.#deaf('did not take back the name of a command');
    }
    // Without a list it may be one that is never listed.
    return isKnown ?? true;
  }

  /** Puts a draft aside and leaves what may be left. Returns whether a draft will come back after the next prompt. */
  async #clearTheWay(): Promise<boolean> {
    if (this.#canLeave(await this.look())) {
      await this.press('Escape');
      await this.waitFor(({ box }) => box);
    }
    const box = await this.requireBox();
    if (box.draft === '' && !box.isShellMode) return false;
    // ctrl+s puts the draft aside and brings it back after the next prompt; an empty shell prompt just ends.
    await this.press(box.draft === '' ? 'BSpace' : 'C-s');
    const isClear = await this.waitFor(({ box: now }) =>
      now && now.draft === '' && !now.isShellMode ? true : undefined,
    );
    if (!isClear) throw this.#blocked(box.isShellMode ? 'shell_mode' : 'draft');
    return box.draft !== '';
  }

  /** Returns what the box shows of it. */
  async #paste(text: string): Promise<string> {
    // A box that has just been drawn may not listen yet.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await this.#pane.paste(text);
      const seen = await this.waitFor(({ box, obstacle }) => obstacle ?? (box?.draft ? box : undefined));
      if (typeof seen === 'string') throw this.#blocked(seen);
      if (seen) return seen.draft;
    }
    throw this.#deaf('did not take the pasted prompt');
  }

  async #waitUntilSent(shown: string, wasStashed: boolean): Promise<void> {
    const isGone = ({ box }: ClaudeScreen) => (box?.draft === shown ? undefined : true);
    if (await this.waitFor(isGone, ENTER_AGAIN_MS)) return;
    // A draft that came back may look the same: a second Enter would send it.
    if (!wasStashed) {
      await this.press('Enter');
      if (await this.waitFor(isGone)) return;
    }
    throw this.#deaf('took the prompt into its input box, but did not send it');
  }

  #canLeave({ obstacle }: ClaudeScreen): boolean {
    return obstacle === 'transcript_view' || (obstacle === 'menu' && this.#isMenuOurs);
  }

  #inTheWay({ box, obstacle, hasStash }: ClaudeScreen): BlockedBy | undefined {
    // A shell that got the terminal back may stand below what Claude Code left on it: it would run what we type.
    if (!isInForeground(this.#options.pid)) return 'background';
    // ctrl+s would forget what is stashed already.
    return box && box.draft !== '' && hasStash ? 'draft' : obstacle;
  }

  #blocked(by: BlockedBy): ReinsError {
    const message = `${describeObstacle(by)}. Look at the terminal with ${this.#options.howToSee}.`;
    return new ReinsError('blocked', message, { blocked_by: by });
  }

  #deaf(what: string): ReinsError {
    return new ReinsError(
      'run_not_responding',
      `Claude Code's terminal ${what}. Look at it with ${this.#options.howToSee}.`,
    );
  }
}
