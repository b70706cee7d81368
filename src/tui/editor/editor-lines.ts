/** An editor as lines after a prompt mark, with its cursor position. */
import type { TextEditor } from './text-editor.ts';

export interface EditorLines {
  readonly lines: string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

/** At most `height` lines, those around the cursor. */
export function editorLines(editor: TextEditor, width: number, height = 200, mark = '> '): EditorLines {
  const { lines, row, column } = editor.view(width - mark.length);
  const first = Math.max(0, Math.min(row - Math.floor(height / 2), lines.length - height));
  const shown = lines.slice(first, first + height);
  const blank = ' '.repeat(mark.length);
  return {
    lines: shown.map((line, index) => (first + index === 0 ? mark : blank) + line),
    cursor: { row: row - first, column: column + mark.length },
  };
}
