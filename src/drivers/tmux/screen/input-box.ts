/** Finds Claude Code's input box at the bottom of a screen: two rules with `❯ ` right under the upper one (2.1.325). */
import type { StyledLine } from './styled-text.ts';

export interface InputBox {
  /** What a person has typed but not sent; empty if there is only a hint. */
  readonly draft: string;
  /** `!` was typed first: the text in the box will run in a shell. */
  readonly isShellMode: boolean;
  /** The lines below the box. */
  readonly footer: readonly string[];
  /** The lines above it, including notes such as `› stashed`. */
  readonly above: readonly string[];
}

/** The upper rule may contain the session's name near its right end. */
const RULE = /^─{3,}(?:.*─)?$/;
const FIRST_ROW = /^([❯!])(?:\s|$)/;

export function findInputBox(lines: readonly StyledLine[]): InputBox | undefined {
  const bottom = lines.findLastIndex(({ text }) => RULE.test(text));
  const top = lines.slice(0, Math.max(bottom, 0)).findLastIndex(({ text }) => RULE.test(text));
  if (top === -1) return undefined;
  const [first, ...rest] = lines.slice(top + 1, bottom);
  const opening = FIRST_ROW.exec(first?.text ?? '');
  // Rows after the first are indented to align with the text.
  if (!first || !opening || rest.some(({ text }) => text !== '' && !text.startsWith('  '))) return undefined;
  return {
    draft: [first, ...rest]
      .map(({ bright }) => bright.slice(2))
      .join('\n')
      .trimEnd(),
    isShellMode: opening[1] === '!',
    footer: lines.slice(bottom + 1).map(({ text }) => text),
    above: lines.slice(0, top).map(({ text }) => text),
  };
}
