/** What a person is doing with an ask until it is answered: one form per kind. Keys in, lines and an answer out. */
import type { Key } from '../../lib/read-keys.ts';
import type { Style } from '../../lib/style.ts';
import type { AnswerBody } from '../../sdk/answer-calls.ts';
import type { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';

export interface FormLayout {
  readonly style: Style;
  readonly width: number;
}

export interface FormLines {
  readonly lines: readonly string[];
  /** Where the person writes. */
  readonly cursor?: { readonly row: number; readonly column: number } | undefined;
  /** The line that must be seen: where the person is. */
  readonly at?: number | undefined;
  /** Stays in sight below the rest while that is scrolled, as far as there is room; what matters most comes first. */
  readonly foot?: readonly (readonly string[])[];
}

/** `yes` lets something happen, so it may need a second press; `no` does not. */
export type FormAction =
  | { readonly kind: 'yes' | 'no'; readonly body: AnswerBody }
  | { readonly kind: 'none' }
  /** The key was not meant for the form. */
  | { readonly kind: 'pass' };

export const NONE: FormAction = { kind: 'none' };
export const PASS: FormAction = { kind: 'pass' };

export interface AskForm {
  press(key: Key): FormAction;
  lines(layout: FormLayout): FormLines;
  help(): readonly HelpEntry[];
  /** The words being written; every key but a few belongs to them. */
  readonly editor: TextEditor | undefined;
  /** What is dangerous about saying yes now. */
  readonly dangers: readonly string[];
}

/** What this person may do with the ask. */
export interface May {
  readonly answer: boolean;
  /** Change what was asked for, not only say yes or no. */
  readonly change: boolean;
}

/** A character that was typed alone. */
export function typed(key: Key): string {
  return key.name === 'text' ? key.text : '';
}
