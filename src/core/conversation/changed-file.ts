/**
 * The file change of a finished call, from the details that Claude Code reports for Edit, Write and
 * NotebookEdit. Pure.
 */
import { recordOf, textOf } from '../../lib/json-values.ts';
import { addedLines, type DiffLine, editLines, patchLines } from './diff-lines.ts';

/** Undefined for calls that do not change files. */
export function changedPath(details: unknown): string | undefined {
  const { filePath, structuredPatch } = recordOf(details);
  if (typeof filePath === 'string' && Array.isArray(structuredPatch)) return filePath;
  return cellOf(details)?.path;
}

/** The changed lines of an existing file with their context; for a notebook, those of the cell. */
export function editedLines(details: unknown): DiffLine[] {
  const cell = cellOf(details);
  return cell ? editLines(cell.before, cell.after) : patchLines(recordOf(details)['structuredPatch']);
}

/** The same, and all lines of a new file, which has no patch. */
export function changedLines(details: unknown): DiffLine[] {
  const edited = editedLines(details);
  const { type, content } = recordOf(details);
  return edited.length === 0 && type === 'create' && typeof content === 'string'
    ? addedLines(content)
    : edited;
}

/**
 * NotebookEdit reports one cell: its old content unless it is new, and its new content unless it was deleted
 * (2.1.325).
 */
function cellOf(details: unknown): { path: string; before: string; after: string } | undefined {
  const { notebook_path: path, new_source, old_source, edit_mode, error } = recordOf(details);
  if (typeof path !== 'string' || typeof new_source !== 'string' || error) return undefined;
  const before = textOf(old_source);
  return { path, before, after: edit_mode === 'delete' ? '' : new_source };
}
