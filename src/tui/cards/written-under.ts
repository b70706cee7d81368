/** A titled editor on a card, with its keys. */
import { editorLines } from '../editor/editor-lines.ts';
import type { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import type { FormLayout, FormLines } from './interaction-form.ts';

export const WRITING_HELP: readonly HelpEntry[] = [
  ['Enter', 'done'],
  ['Alt-Enter', 'new line'],
  ['Ctrl-G', 'your editor'],
  ['Esc', 'back'],
];

export function writtenUnder(
  above: readonly string[],
  title: string,
  editor: TextEditor,
  { style, width }: FormLayout,
): FormLines {
  const head = [...above, '', style.strong(title)];
  const { lines, cursor } = editorLines(editor, width);
  return {
    lines: [...head, ...lines],
    cursor: { row: head.length + cursor.row, column: cursor.column },
  };
}
