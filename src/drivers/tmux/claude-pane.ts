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
import type { Handover } from '../driver.ts';
import { DialogStuck } from './dialog/dialog-keys.ts';
import { type BlockedBy, describeObstacle } from './obstacle-words.ts';
import type { Pane } from './pane.ts';
import { knowsCommand } from './screen/command-popup.ts';
import { isDraftOf } from './screen/draft-of.ts';
import type { InputBox } from './screen/input-box.ts';
import { type ClaudeScreen, readScreen } from './screen/read-screen.ts';
import { asWords, type TypedText, toTypedText } from './typed-text.ts';

/** How long the terminal may take to show what a key did. A loaded machine is slow. */
const EFFECT_MS = 5000;
/** How long the list of commands may take to appear. */
const POPUP_MS = 2000;
const LOOK_EVERY_MS = 40;
/** More than any prompt has in the box: what is longer is shown as one word. */
const MOST_LINES = 40;

export interface ClaudePaneOptions {
  /** The process that the keys are for. */
  readonly pid: number;
  readonly startMark?: string;
  /** A shell of a person gets the terminal back when Claude Code quits or is suspended. */
  readonly hasShell: boolean;
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

  /** Throws `blocked` when it is not Claude Code that the terminal shows. */
  async screen(): Promise<Screen> {
    const screen = await this.#pane.screen();
    this.requireShown();
    return screen;
  }

  /** Whether the terminal is Claude Code's now, and not the shell's of a person. */
  isShown(): boolean {
    return !this.#options.hasShell || this.isInFront();
  }

  requireShown(): void {
    if (!this.isShown()) throw this.#blocked('background');
  }

  async look(): Promise<ClaudeScreen> {
    return readScreen(await this.#pane.lines());
  }

  /** `own` are texts that nobody has typed here but we. */
  async blockedBy(own: readonly string[]): Promise<BlockedBy | undefined> {
    const screen = await this.look();
    return this.#canLeave(screen) ? undefined : this.#inTheWay(screen, own);
  }

  async draft(): Promise<string | undefined> {
    return (await this.look()).box?.draft || undefined;
  }

  /** Runs `act` while nobody else presses keys. */
  exclusively<T>(act: () => Promise<T>): Promise<T> {
    return this.#lock.run('keys', act);
  }

  /**
   * Throws `blocked`, with nothing typed, when Claude Code does not take words now; throws otherwise when the prompt has
   * certainly not been sent.
   */
  deliver(content: readonly ContentBlock[], own: readonly string[]): Promise<Handover> {
    const typed = toTypedText(content);
    return this.exclusively(() => this.#deliver(typed, own));
  }

  /** Sends a line as it is. Only within `exclusively`. */
  async submit(text: string): Promise<void> {
    const sent = await this.#submit(text, []);
    if (sent === 'unsure') throw this.#deaf('took a line into its input box, but did not send it');
  }

  press(...keys: string[]): Promise<void> {
    return this.#pane.press(...keys);
  }

  pasteWords(text: string): Promise<void> {
    return this.#pane.paste(text, { keepsLineEnds: true });
  }

  /** Whether what is typed reaches Claude Code now. */
  isInFront(): boolean {
    return isInForeground(this.#options.pid, this.#options.startMark);
  }

  /** The screen when a dialog may be on it: there is no input box. Throws DialogStuck when Claude Code is not in front. */
  async dialogLines(): Promise<readonly string[] | undefined> {
    const { lines, box } = await this.look();
    if (!this.isInFront())
      throw new DialogStuck('Claude Code is suspended or not in the foreground of the terminal');
    return box ? undefined : lines;
  }

  /**
   * Waits until the screen is as `see` wants it, and returns what it returned. Undefined when that takes too long: then the
   * last look began after the deadline, since the hub itself may have been held up.
   */
  async waitFor<T>(
    see: (screen: ClaudeScreen) => T | undefined,
    timeoutMs = EFFECT_MS,
  ): Promise<T | undefined> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const isLast = performance.now() > deadline;
      const seen = see(await this.look());
      if (seen !== undefined || isLast) return seen;
      await delay(LOOK_EVERY_MS);
    }
  }

  /** The box when words may go into it. Throws `blocked`. */
  async requireBox(own: readonly string[] = []): Promise<InputBox> {
    const screen = await this.look();
    const reason = this.#inTheWay(screen, own);
    if (reason !== undefined || !screen.box) throw this.#blocked(reason ?? 'unknown_screen');
    return screen.box;
  }

  async #deliver({ text, command }: TypedText, own: readonly string[]): Promise<Handover> {
    const isCommand = command !== undefined && (await this.#knows(command, own));
    // What waits in Claude Code's own queue loses the space in front, and would be taken for a command after all.
    if (command && !isCommand && (await this.look()).isBusy) throw this.#blocked('turn');
    const sent = await this.#submit(isCommand ? text : asWords(text), own);
    this.#isMenuOurs = isCommand;
    return sent;
  }

  async #submit(text: string, own: readonly string[]): Promise<Handover> {
    await this.#clearTheWay(own);
    const shown = await this.#paste(text);
    try {
      // Once only: a second Enter could answer the dialog that the prompt leads to, and Enter there means yes.
      await this.press('Enter');
      const isGone = ({ box }: ClaudeScreen) => (box?.draft === shown ? undefined : true);
      return (await this.waitFor(isGone)) ? 'handed_over' : 'unsure';
    } catch (error) {
      // From the Enter on nobody can say that it did not arrive.
      if (error instanceof ReinsError) return 'unsure';
      throw error;
    }
  }

  /**
   * Asks Claude Code itself, by typing the name and taking it back: it drops words behind a name that it does not know,
   * and makes the nearest one of a name that is half right.
   */
  async #knows(command: string, own: readonly string[]): Promise<boolean> {
    await this.#clearTheWay(own);
    await this.#paste(command);
    const isKnown = await this.waitFor(({ box }) => box && knowsCommand(box, command), POPUP_MS);
    await this.press('C-u');
    if (!(await this.waitFor(({ box }) => (box?.draft === '' ? true : undefined)))) {
      throw this.#deaf('did not take back the name of a command');
    }
    // Without a list it may be one that is never listed.
    return isKnown ?? true;
  }

  /** Puts a draft aside, which then comes back after the next prompt, and leaves what may be left. */
  async #clearTheWay(own: readonly string[]): Promise<void> {
    if (this.#canLeave(await this.look())) {
      await this.press('Escape');
      await this.waitFor(({ box }) => box);
    }
    const box = await this.requireBox(own);
    if (box.draft === '' && !box.isShellMode) return;
    if (isOwn(box, own)) return this.#discard();
    // ctrl+s puts the draft aside and brings it back after the next prompt; an empty shell prompt just ends.
    await this.press(box.draft === '' ? 'BSpace' : 'C-s');
    const isClear = await this.waitFor(({ box: now }) =>
      now && now.draft === '' && !now.isShellMode ? true : undefined,
    );
    if (!isClear) throw this.#blocked(box.isShellMode ? 'shell_mode' : 'draft');
  }

  /** Empties the box. ctrl+u takes back one line. */
  async #discard(): Promise<void> {
    for (let line = 0; line < MOST_LINES; line += 1) {
      const draft = (await this.look()).box?.draft;
      if (draft === '') return;
      await this.press('C-u');
      await this.waitFor(({ box }) => (box?.draft === draft ? undefined : true));
    }
    throw this.#blocked('draft');
  }

  /**
   * Returns what the box shows of it. Pasted once only: a process that is stopped reads it when it goes on. Whoever comes
   * again finds it in the box then, and takes it out.
   */
  async #paste(text: string): Promise<string> {
    await this.#pane.paste(text);
    const seen = await this.waitFor(({ box, obstacle }) => obstacle ?? (box?.draft ? box : undefined));
    if (typeof seen === 'string') throw this.#blocked(seen);
    if (seen) return seen.draft;
    throw this.#blocked('not_responding');
  }

  #canLeave({ obstacle }: ClaudeScreen): boolean {
    return obstacle === 'transcript_view' || (obstacle === 'menu' && this.#isMenuOurs);
  }

  #inTheWay({ box, obstacle, hasStash }: ClaudeScreen, own: readonly string[]): BlockedBy | undefined {
    // A shell that got the terminal back may stand below what Claude Code left on it: it would run what we type.
    if (!this.isInFront()) return 'background';
    // ctrl+s would forget what is stashed already.
    return box && box.draft !== '' && hasStash && !isOwn(box, own) ? 'draft' : obstacle;
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

/** Pasted by us and not sent, or put back into the box when its turn was interrupted: no draft of a person. */
function isOwn({ draft, isShellMode }: InputBox, own: readonly string[]): boolean {
  return !isShellMode && own.some((text) => isDraftOf(draft, text));
}
