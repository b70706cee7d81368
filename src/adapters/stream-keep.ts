/** Stores lines whole whose kind is unknown. */
import type { StreamLine } from '../claude/stream-line.ts';
import type { LineReading, StreamContext } from './stream-state.ts';

export function keepLine(line: StreamLine, { position }: StreamContext, row_type: string): LineReading {
  const key = `line:${typeof line.uuid === 'string' ? line.uuid : position}`;
  return { facts: [{ type: 'row_kept', key, row_type, row: { ...line } }] };
}
