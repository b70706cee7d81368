/**
 * Operates Claude Code's terminal as a person would, and makes sure that nothing is typed into a dialog, nothing runs in a
 * shell by accident, and a draft survives. Reads the screen only at the moment of an action. Used for the hub's own panes
 * and for panes on people's own tmux servers.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { KeyedLock } from '../../lib/keyed-lock.ts';
import { isInForeground } from '../../lib/process-terminal.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ContentBlock } from '../../protocol/messages.ts';
import type { Screen } from '../../protocol/steering.ts';
import type { Handover } from '../driver.ts';
import { type BlockedBy, describeObstacle } from './describe-obstacle.ts';
import { DialogStuck } from './dialog/dialog-keys.ts';
import type { Pane } from './pane.ts';
import { knowsCommand } from './screen/command-popup.ts';
import { isDraftOf } from './screen/draft-of.ts';
import type { InputBox } from './screen/input-box.ts';
import { type ClaudeScreen, readScreen } from './screen/read-screen.ts';
import { asPlainText, type TypedText, toTypedText } from './typed-text.ts';

/** How long the terminal may take to show the effect of a key. A loaded machine is slow. */
const EFFECT_MS = 5000;
/** How long the list of commands may take to appear. */
const POPUP_MS = 2000;
const LOOK_EVERY_MS = 40;
/** More than any prompt takes in the box: longer text is shown as one placeholder. */
const MOST_LINES = 40;

export interface ClaudePaneOptions {
  /** The process that the keys are meant for. */
  readonly pid: number;
  readonly startMark?: string;
  /** A person's shell gets the terminal back when Claude Code quits or is suspended. */
  readonly hasShell: boolean;
  /** How a person can view the terminal, for messages. */
  readonly howToSee: string;
}

export class ClaudePane {
  readonly #pane: Pane;
  readonly #options: ClaudePaneOptions;
  /** One action at a time: two concurrent ones would mix their keys. */
  readonly #lock = new KeyedLock();
  /** Whether the last prompt was a command: then a menu on the screen is most likely its result. */
  #isMenuOurs = false;

  constructor(pane: Pane, options: ClaudePaneOptions) {
    this.#pane = pane;
    this.#options = options;
  }

  /** Throws `blocked` if the terminal does not show Claude Code. */
  async screen(): Promise<Screen> {
    const screen = await this.#pane.screen();
    this.requireShown();
    return screen;
  }

  /** Whether Claude Code has the terminal now, rather than a person's shell. */
  isShown(): boolean {
    return !this.#options.hasShell || this.isInFront();
  }

  requireShown(): void {
    if (!this.isShown()) throw this.#blocked('background');
  }

  async look(): Promise<ClaudeScreen> {
    return readScreen(await this.#pane.lines());
  }

  /** `own` are texts that only the hub has typed here. */
  async blockedBy(own: readonly string[]): Promise<BlockedBy | undefined> {
    const screen = await this.look();
    return this.#canLeave(screen) ? undefined : this.#inTheWay(screen, own);
  }

  async draft(): Promise<string | undefined> {
    return (await this.look()).box?.draft || undefined;
  }

  /** Runs `act` while no other action presses keys. */
  exclusively<T>(act: () => Promise<T>): Promise<T> {
    return this.#lock.run('keys', act);
  }

  /**
   * Throws `blocked`, with nothing typed, if Claude Code does not accept input now. Throws another error only if the prompt
   * has certainly not been sent.
   */
  deliver(content: readonly ContentBlock[], own: readonly string[]): Promise<Handover> {
    const typed = toTypedText(content);
    return this.exclusively(() => this.#deliver(typed, own));
  }

  /** Sends a line unchanged. Only within `exclusively`. */
  async submit(text: string): Promise<void> {
    const sent = await this.#submit(text, []);
    if (sent === 'unsure') throw this.#unresponsive('took a line into its input box, but did not send it');
  }

  press(...keys: string[]): Promise<void> {
    return this.#pane.press(...keys);
  }

  pasteText(text: string): Promise<void> {
    return this.#pane.paste(text, { keepsLineEnds: true });
  }

  /** Whether typed input reaches Claude Code now. */
  isInFront(): boolean {
    return isInForeground(this.#options.pid, this.#options.startMark);
  }

  /** The screen if it may show a dialog: there is no input box. Throws DialogStuck if Claude Code is not in the foreground. */
  async dialogLines(): Promise<readonly string[] | undefined> {
    const { lines, box } = await this.look();
    if (!this.isInFront())
      throw new DialogStuck('Claude Code is suspended or not in the foreground of the terminal');
    return box ? undefined : lines;
  }

  /**
   * Waits until `see` returns a value for the screen, and returns that value. Undefined on timeout: the last look starts
   * after the deadline, since the hub itself may have been delayed.
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

  /** The box if it can take input. Throws `blocked`. */
  async requireBox(own: readonly string[] = []): Promise<InputBox> {
    const screen = await this.look();
    const reason = this.#inTheWay(screen, own);
    if (reason !== undefined || !screen.box) throw this.#blocked(reason ?? 'unknown_screen');
    return screen.box;
  }

  async #deliver({ text, command }: TypedText, own: readonly string[]): Promise<Handover> {
    const isCommand = command !== undefined && (await this.#knows(command, own));
    // A prompt in Claude Code's own queue loses its leading space, and would be read as a command after all.
    if (command && !isCommand && (await this.look()).isBusy) throw this.#blocked('turn');
    const sent = await this.#submit(isCommand ? text : asPlainText(text), own);
    this.#isMenuOurs = isCommand;
    return sent;
  }

  async #submit(text: string, own: readonly string[]): Promise<Handover> {
    await this.#clearTheWay(own);
    const shown = await this.#paste(text);
    try {
      // Only once: a second Enter could approve the dialog that the prompt leads to.
      await this.press('Enter');
      const isGone = ({ box }: ClaudeScreen) => (box?.draft === shown ? undefined : true);
      return (await this.waitFor(isGone)) ? 'handed_over' : 'unsure';
    } catch (error) {
      // From Enter on, it may have arrived.
      if (error instanceof ReinsError) return 'unsure';
      throw error;
    }
  }

  /**
   * Lets Claude Code itself check the command by typing its name and deleting it: Claude Code drops text after an unknown
   * name, and replaces a partly correct name with the nearest one.
   */
  async #knows(command: string, own: readonly string[]): Promise<boolean> {
    await this.#clearTheWay(own);
    await this.#paste(command);
    const isKnown = await this.waitFor(({ box }) => box && knowsCommand(box, command), POPUP_MS);
    await this.press('C-u');
    if (!(await this.waitFor(({ box }) => (box?.draft === '' ? true : undefined)))) {
      throw this.#unresponsive('did not delete the name of a command');
    }
    // If no list appears, the command may be one that is never listed.
    return isKnown ?? true;
  }

  /** Stashes a draft, which then returns after the next prompt. Leaves a draft that can stay. */
  async #clearTheWay(own: readonly string[]): Promise<void> {
    if (this.#canLeave(await this.look())) {
      await this.press('Escape');
      await this.waitFor(({ box }) => box);
    }
    const box = await this.requireBox(own);
    if (box.draft === '' && !box.isShellMode) return;
    if (isOwn(box, own)) return this.#discard();
    // ctrl+s stashes the draft and restores it after the next prompt; an empty shell prompt just ends.
    await this.press(box.draft === '' ? 'BSpace' : 'C-s');
    const isClear = await this.waitFor(({ box: now }) =>
      now && now.draft === '' && !now.isShellMode ? true : undefined,
    );
    if (!isClear) throw this.#blocked(box.isShellMode ? 'shell_mode' : 'draft');
  }

  /** Empties the box. ctrl+u deletes one line. */
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
   * Returns what the box shows of it. Pastes only once: a stopped process reads the text when it continues. The next attempt
   * then finds it in the box and removes it.
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
    // A shell that got the terminal back may be below what Claude Code left on it: it would run what we type.
    if (!this.isInFront()) return 'background';
    // ctrl+s would discard what is already stashed.
    return box && box.draft !== '' && hasStash && !isOwn(box, own) ? 'draft' : obstacle;
  }

  #blocked(by: BlockedBy): ReinsError {
    const message = `${describeObstacle(by)}. Look at the terminal with ${this.#options.howToSee}.`;
    return new ReinsError('blocked', message, { blocked_by: by });
  }

  #unresponsive(what: string): ReinsError {
    return new ReinsError(
      'run_not_responding',
      `Claude Code's terminal ${what}. Look at it with ${this.#options.howToSee}.`,
    );
  }
}

/** Pasted by us and not sent, or put back into the box when its turn was interrupted: not a person's draft. */
function isOwn({ draft, isShellMode }: InputBox, own: readonly string[]): boolean {
  return !isShellMode && own.some((text) => isDraftOf(draft, text));
}
