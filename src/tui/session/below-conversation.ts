/**
 * Lays out everything below a conversation: the pending request, the queue and the message field. The focused part keeps its
 * space; the others shrink, and a card loses its body first.
 */
import type { Style } from '../../lib/style.ts';
import type { FormLines } from '../cards/interaction-form.ts';
import { editorLines } from '../editor/editor-lines.ts';
import type { TextEditor } from '../editor/text-editor.ts';
import { rule } from '../lines/spans.ts';
import type { Frame } from '../terminal/screen.ts';

export interface BelowParts {
  /** `3 new below`, if the reader is not at the end. */
  readonly news: string | undefined;
  /** The pending request, in at most this many lines. */
  readonly card: ((height: number) => FormLines) | undefined;
  readonly queue: (height: number) => readonly string[];
  /** A queued message that is being edited. */
  readonly rewriting: TextEditor | undefined;
  /** The message field, or why there is none; absent while the card needs its space. */
  readonly foot: ((height: number) => FormLines) | undefined;
  /** The focused part. */
  readonly zone: 'look' | 'write' | 'queue';
}

/** The share of a tall screen that a card may take; on other screens it takes all. */
const CARD_SHARE = 0.65;
const CARD_LINES = 10;
/** The line above a card, its header, and a line of its body. */
const LEAST_CARD = 3;
/** Below this height, unfocused parts give their space to the card. */
export const LOW = 16;
const TALLEST_EDITOR = 8;

export function belowConversation(
  { news, card, queue, rewriting, foot, zone }: BelowParts,
  { width, height }: { readonly width: number; readonly height: number },
  style: Style,
): Frame {
  const least = card ? LEAST_CARD : 0;
  const bottom: FormLines = rewriting
    ? rewriteLines(rewriting, width, height - least, style)
    : (foot?.(Math.max(2, height - least)) ?? { lines: [] });
  let room = height - bottom.lines.length;
  const isInTheWay = card !== undefined && height < LOW && zone !== 'queue';
  const queued = isInTheWay ? [] : queue(Math.max(1, room - least)).slice(0, Math.max(0, room - least));
  room -= queued.length;
  const shown = card && room >= 2 ? cardLines(card, width, room, style) : { lines: [] };
  room -= shown.lines.length;
  const above = news === undefined || room < 1 ? [] : [style.informs(news)];
  const start = above.length + shown.lines.length;
  const lines = [...above, ...shown.lines, ...queued, ...bottom.lines];
  return {
    lines,
    cursor: below(bottom.cursor, start + queued.length) ?? below(shown.cursor, above.length),
  };
}

function cardLines(
  card: (height: number) => FormLines,
  width: number,
  room: number,
  style: Style,
): FormLines {
  const most = Math.max(CARD_LINES, Math.floor(room * CARD_SHARE));
  const { lines, cursor } = card(Math.min(most, room - 1));
  return { lines: [rule('', width, style.waits), ...lines], cursor: below(cursor, 1) };
}

function rewriteLines(editor: TextEditor, width: number, height: number, style: Style): FormLines {
  const most = Math.max(1, Math.min(TALLEST_EDITOR, height - 1));
  const { lines, cursor } = editorLines(editor, width - 1, most);
  return { lines: [rule('Queued prompt', width, style.informs), ...lines], cursor: below(cursor, 1) };
}

function below(cursor: FormLines['cursor'], rows: number): FormLines['cursor'] {
  return cursor && { row: cursor.row + rows, column: cursor.column };
}
