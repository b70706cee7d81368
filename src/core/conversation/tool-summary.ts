/** The outcome of a tool call in two or three words, for its line. */
import type { ItemOf } from '../../protocol/conversation.ts';
import { changedLines } from './changed-file.ts';
import { countLines } from './diff-lines.ts';

export function toolSummary(
  item: Pick<ItemOf<'tool'>, 'name' | 'is_error' | 'details' | 'decision' | 'input'>,
): string {
  if (item.decision === 'deny' || item.decision === 'reject') return 'denied';
  if (item.is_error) return 'failed';
  const { numFiles, numLines, numMatches, interrupted } = (item.details ?? {}) as Record<string, unknown>;
  if (interrupted === true) return 'interrupted';
  const lines = changedLines(item.details);
  if (lines.length > 0) {
    const { added, removed } = countLines(lines);
    return [added > 0 && `+${added}`, removed > 0 && `−${removed}`].filter(Boolean).join(' ');
  }
  if (typeof numFiles === 'number') return numFiles === 1 ? '1 file' : `${numFiles} files`;
  if (typeof numMatches === 'number') return numMatches === 1 ? '1 hit' : `${numMatches} hits`;
  if (typeof numLines === 'number') return numLines === 1 ? '1 line' : `${numLines} lines`;
  return '';
}
