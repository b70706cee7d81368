/** What was changed in each file, change by change, as far as the conversation at hand tells. Pure. */
import type { Turn } from '../../protocol/session.ts';
import { addedLines, type DiffLine, patchLines } from './diff-lines.ts';

export function fileChanges(turns: readonly Turn[]): ReadonlyMap<string, readonly DiffLine[][]> {
  const changes = new Map<string, DiffLine[][]>();
  for (const item of turns.flatMap(({ items }) => items)) {
    if (item.kind !== 'tool' || item.is_error || item.finished_at === undefined) continue;
    const { filePath, structuredPatch } = (item.details ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof filePath !== 'string') continue;
    const patch = patchLines(structuredPatch);
    const content = item.name === 'Write' ? item.input['content'] : undefined;
    // A new file has no patch: all of it is new.
    const lines = patch.length > 0 ? patch : addedLines(typeof content === 'string' ? content : '');
    if (lines.length > 0) changes.set(filePath, [...(changes.get(filePath) ?? []), lines]);
  }
  return changes;
}
