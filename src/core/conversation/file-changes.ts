/** The changes of each file, one by one, as far as the loaded conversation contains them. Pure. */
import { textOf } from '../../lib/json-values.ts';
import type { Turn } from '../../protocol/session.ts';
import { changedPath, editedLines } from './changed-file.ts';
import { addedLines, type DiffLine } from './diff-lines.ts';

export function fileChanges(turns: readonly Turn[]): ReadonlyMap<string, readonly DiffLine[][]> {
  const changes = new Map<string, DiffLine[][]>();
  for (const item of turns.flatMap(({ items }) => items)) {
    if (item.kind !== 'tool' || item.is_error || item.finished_at === undefined) continue;
    const path = changedPath(item.details);
    if (path === undefined) continue;
    const edited = editedLines(item.details);
    const content = item.name === 'Write' ? item.input['content'] : undefined;
    // A new file has no patch: all of it is new.
    const lines = edited.length > 0 ? edited : addedLines(textOf(content));
    if (lines.length > 0) changes.set(path, [...(changes.get(path) ?? []), lines]);
  }
  return changes;
}
