/** File changes as lines to show: from a requested edit, or from the patch that Claude Code reports. */
import { structuredPatch } from 'diff';

export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same' | 'gap';
  readonly text: string;
  /** Its number in the file: before the change for removed lines, otherwise after it. Absent if it is not known. */
  readonly number?: number;
}

interface Hunk {
  readonly lines: readonly string[];
  readonly oldStart?: number;
  readonly newStart?: number;
}

const CONTEXT = 3;
/**
 * Comparing two texts takes quadratic time in the lines that differ. Above this limit they are not compared.
 */
export const MOST_CHANGES = 1000;

/** An edit contains the text before and after, without context. */
export function editLines(before: string, after: string): DiffLine[] {
  const patch = structuredPatch('', '', withEnd(before), withEnd(after), undefined, undefined, {
    context: CONTEXT,
    maxEditLength: MOST_CHANGES,
  });
  // The texts are parts of a file, so their line numbers are not known.
  if (patch) return hunkLines(patch.hunks.map(({ lines }) => ({ lines })));
  return [
    ...addedLines(before).map(({ text }) => ({ kind: 'removed' as const, text })),
    ...addedLines(after).map(({ kind, text }) => ({ kind, text })),
  ];
}

/** Hunks as Claude Code reports them; anything else is omitted. */
export function patchLines(hunks: unknown): DiffLine[] {
  if (!Array.isArray(hunks)) return [];
  return hunkLines(
    hunks.flatMap((hunk: { lines?: unknown; oldStart?: unknown; newStart?: unknown } | null) => {
      if (!Array.isArray(hunk?.lines)) return [];
      const { oldStart, newStart } = hunk;
      const isPlaced = typeof oldStart === 'number' && typeof newStart === 'number';
      return [{ lines: hunk.lines.map(String), ...(isPlaced && { oldStart, newStart }) }];
    }),
  );
}

/** A whole new file. */
export function addedLines(content: string): DiffLine[] {
  if (content === '') return [];
  return content
    .replace(/\n$/, '')
    .split('\n')
    .map((text, index) => ({ kind: 'added', text, number: index + 1 }));
}

/** `+3 −1` */
export function countLines(lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return { added: count('added'), removed: count('removed') };
}

function hunkLines(hunks: readonly Hunk[]): DiffLine[] {
  return hunks.flatMap((hunk, index) => [
    ...(index > 0 ? [{ kind: 'gap' as const, text: '' }] : []),
    ...numbered(hunk),
  ]);
}

function numbered({ lines, oldStart, newStart }: Hunk): DiffLine[] {
  const shown = lines.flatMap(readLine);
  if (oldStart === undefined || newStart === undefined) return shown;
  let [before, after] = [oldStart, newStart];
  return shown.map((line) => {
    const number = line.kind === 'removed' ? before : after;
    if (line.kind !== 'added') before++;
    if (line.kind !== 'removed') after++;
    return { ...line, number };
  });
}

function readLine(line: string): DiffLine[] {
  const text = line.slice(1);
  if (line.startsWith('+')) return [{ kind: 'added', text }];
  if (line.startsWith('-')) return [{ kind: 'removed', text }];
  // "\ No newline at end of file" is about the file, not a line of it.
  return line.startsWith('\\') ? [] : [{ kind: 'same', text }];
}

/** An edit is not about whether the last line ends with a newline. */
function withEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
