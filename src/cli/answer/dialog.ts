/**
 * What an answer is asked for with: lists, a line of words, an editor. At a terminal this is terminal-dialog.ts; tests
 * play a script. Every call throws `Left` when the person goes away or the question is answered elsewhere.
 */
import type { Choice } from '../../core/terminal/choice-list.ts';

export interface Asked<Value> {
  readonly choices: readonly Choice<Value>[];
  /** What stands above the list. */
  readonly title?: string;
  readonly start?: number;
}

export interface Dialog {
  /** What was chosen, and which boxes were ticked then; undefined to go back. */
  choose<Value>(
    list: Asked<Value>,
  ): Promise<{ readonly value: Value; readonly ticked: readonly Value[] } | undefined>;
  /** Words; undefined to go back. */
  ask(title: string, initial?: string): Promise<string | undefined>;
  /** The text as it comes out of the person's editor; undefined when the editor failed, which the person was told. */
  edit(text: string, fileName: string): Promise<string | undefined>;
  /** Shown above, and stays. */
  say(...lines: string[]): void;
}

/** The dialog is over without an answer. */
export class Left extends Error {
  override readonly name = 'Left';
}
