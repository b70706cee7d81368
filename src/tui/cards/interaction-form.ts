/** The form of a request, one per kind: keys in, lines and an answer out. */
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
  /** Cursor position while writing. */
  readonly cursor?: { readonly row: number; readonly column: number } | undefined;
  /** The focused line, which must stay visible. */
  readonly at?: number | undefined;
  /** Stays visible below the scrolled body as far as it fits; most important first. */
  readonly foot?: readonly (readonly string[])[];
}

/** `yes` may need a second press; `no` never does. */
export type FormAction =
  | { readonly kind: 'yes' | 'no'; readonly body: AnswerBody }
  | { readonly kind: 'none' }
  /** The form does not use the key. */
  | { readonly kind: 'pass' };

export const NONE: FormAction = { kind: 'none' };
export const PASS: FormAction = { kind: 'pass' };

export interface InteractionForm {
  press(key: Key): FormAction;
  lines(layout: FormLayout): FormLines;
  help(): readonly HelpEntry[];
  /** The open editor; it receives almost every key. */
  readonly editor: TextEditor | undefined;
  /** The dangers of allowing it now. */
  readonly dangers: readonly string[];
  /** What the person has entered so far, as JSON; undefined if nothing. The next form of the same request starts with it. */
  draft?(): object | undefined;
  /** Ignores what does not fit the request. */
  restore?(draft: unknown): void;
}

/** What this person may do with the request. */
export interface May {
  readonly answer: boolean;
  /** May edit the request, not only answer it. */
  readonly change: boolean;
}

/** The typed character. */
export function typed(key: Key): string {
  return key.name === 'text' ? key.text : '';
}
