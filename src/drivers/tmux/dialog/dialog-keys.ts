/**
 * Presses keys in one dialog, step by step: checks the dialog before each key and waits for the effect of each key. Presses
 * nothing more if the dialog is gone or has been replaced.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Dialog, readDialog } from './read-dialog.ts';

/** A dialog ignores keys in its first 100 ms (2.1.325): it must be unchanged for this long. */
const STILL_MS = 350;
/** The same for a dialog that may have just opened. After typing, a dialog ignores deciding keys for up to 800 ms. */
export const OPENED_MS = 1000;
/** How long the terminal may take to show the effect of a key. A loaded machine is slow. */
const EFFECT_MS = 8000;
const LOOK_EVERY_MS = 40;
/** After this, a key without visible effect counts as missed. */
const MISSED_MS = 1500;
/** ctrl+u deletes one line at a time. */
const MOST_CLEARINGS = 20;

/** The part of a terminal that a dialog needs. */
export interface DialogTerminal {
  /**
   * The visible lines; undefined if Claude Code takes a prompt. Throws DialogStuck if it is stopped or not in the
   * foreground.
   */
  dialogLines(): Promise<readonly string[] | undefined>;
  press(key: string): Promise<void>;
  /** Pastes in one piece and keeps line ends. */
  pasteText(text: string): Promise<void>;
}

/** Someone else answered or closed the dialog before this decision was made. */
export class DialogGone extends Error {}

/** A key had no effect or the wrong one: nothing was decided. */
export class DialogStuck extends Error {}

/** The deciding key was pressed, but its effect is not visible: it may take effect at any time. */
export class DialogUnsure extends Error {}

export class DialogKeys {
  readonly #terminal: DialogTerminal;
  readonly #isOurs: (dialog: Dialog) => boolean;

  constructor(terminal: DialogTerminal, isOurs: (dialog: Dialog) => boolean) {
    this.#terminal = terminal;
    this.#isOurs = isOurs;
  }

  /** The current dialog. Throws DialogGone. */
  async look(): Promise<Dialog> {
    const dialog = await this.find();
    if (!dialog) throw new DialogGone();
    return dialog;
  }

  async find(): Promise<Dialog | undefined> {
    const lines = await this.#terminal.dialogLines();
    const dialog = lines && readDialog(lines);
    return dialog && this.#isOurs(dialog) ? dialog : undefined;
  }

  /** The dialog as soon as it appears; undefined on timeout. */
  async await(timeoutMs: number): Promise<Dialog | undefined> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const dialog = await this.find();
      if (dialog || performance.now() > deadline) return dialog;
      await delay(LOOK_EVERY_MS);
    }
  }

  /** Waits until the dialog accepts keys: when it has been unchanged for `stillMs`. */
  async settle(stillMs = STILL_MS): Promise<Dialog> {
    let [seen, since] = [await this.look(), performance.now()];
    const deadline = since + EFFECT_MS;
    while (performance.now() - since < stillMs) {
      await delay(LOOK_EVERY_MS);
      const now = await this.look();
      if (JSON.stringify(now) !== JSON.stringify(seen)) [seen, since] = [now, performance.now()];
      if (performance.now() > deadline) throw new DialogStuck('someone is using the dialog');
    }
    return seen;
  }

  /** Presses a key that decides nothing, and waits until the dialog shows the expected state. */
  async step<T>(key: string, see: (dialog: Dialog) => T | undefined): Promise<T> {
    await this.look();
    await this.#terminal.press(key);
    return this.#waitFor(`the key ${key}`, see);
  }

  /** Types into an empty field that has the cursor. */
  async write<T>(text: string, see: (dialog: Dialog) => T | undefined): Promise<T> {
    await this.look();
    await this.#terminal.pasteText(text);
    return this.#waitFor('the text', see);
  }

  /** Empties a field with any number of lines. */
  async clear(isEmpty: (dialog: Dialog) => boolean): Promise<void> {
    for (let presses = 0; presses < MOST_CLEARINGS; presses += 1) {
      if (isEmpty(await this.look()) && presses > 0) return;
      await this.#terminal.press('C-u');
      await delay(LOOK_EVERY_MS);
    }
    await this.#waitFor('an empty field', (dialog) => isEmpty(dialog) || undefined);
  }

  /**
   * Presses the deciding key, if the dialog is still in the required state, and waits until it closes. A form occasionally
   * misses a key that follows another quickly (2.1.325): with `mayRepeat` the key is pressed once more. Never use that where
   * the next dialog could look the same. Throws DialogUnsure once the key was pressed: a stopped process reads it when it
   * continues.
   */
  async decide(key: string, isReady: (dialog: Dialog) => boolean, { mayRepeat = false } = {}): Promise<void> {
    const before = await this.look();
    if (!isReady(before)) throw new DialogStuck('someone is using the dialog');
    const isTaken = await this.#pressToDecide(key, before, mayRepeat).catch((error: Error) => error);
    if (isTaken === true) return;
    throw new DialogUnsure(isTaken ? isTaken.message : `the dialog did not react to the key ${key}`);
  }

  async #pressToDecide(key: string, before: Dialog, mayRepeat: boolean): Promise<boolean> {
    await this.#terminal.press(key);
    if (await this.#isGone(mayRepeat ? MISSED_MS : EFFECT_MS)) return true;
    const isSame = JSON.stringify(await this.find()) === JSON.stringify(before);
    if (!mayRepeat || !isSame) return false;
    await this.#terminal.press(key);
    return this.#isGone(EFFECT_MS);
  }

  async #isGone(timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      // The last look starts after the deadline: the hub itself may have been delayed.
      const isLast = performance.now() > deadline;
      if (!(await this.#mayBeThere())) return true;
      if (isLast) return false;
      await delay(LOOK_EVERY_MS);
    }
  }

  async #mayBeThere(): Promise<boolean> {
    try {
      return (await this.find()) !== undefined;
    } catch (error) {
      if (error instanceof DialogStuck) return true;
      throw error;
    }
  }

  async #waitFor<T>(what: string, see: (dialog: Dialog) => T | undefined): Promise<T> {
    const deadline = performance.now() + EFFECT_MS;
    for (;;) {
      const seen = see(await this.look());
      if (seen !== undefined) return seen;
      if (performance.now() > deadline) throw new DialogStuck(`the dialog did not show ${what}`);
      await delay(LOOK_EVERY_MS);
    }
  }
}
