/**
 * Turns one line of a transcript into facts. A line that cannot be read becomes a fact too, and stops
 * nothing.
 */
import { readTranscriptRow } from '../../adapters/transcript-adapter.ts';
import type { TranscriptState } from '../../adapters/transcript-state.ts';
import type { TranscriptRow } from '../../claude/transcript-row.ts';
import type { Draft } from '../../core/draft.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Line } from '../../lib/line-splitter.ts';
import { parseJson } from '../../lib/parse-json.ts';

export interface LineReading {
  readonly drafts: Draft[];
  readonly state: TranscriptState;
}

export function readTranscriptLine(line: Line, state: TranscriptState, now: Clock): LineReading {
  if (line.isTooLong) return skipped(line, 'too_long', state, now);
  if (line.text.trim() === '') return { drafts: [], state };
  let row: unknown;
  try {
    row = parseJson(line.text);
  } catch {
    return skipped(line, 'not_json', state, now);
  }
  if (typeof row !== 'object' || row === null || typeof (row as TranscriptRow).type !== 'string') {
    return skipped(line, 'not_an_object', state, now);
  }
  try {
    return readTranscriptRow(row as TranscriptRow, line.start, state);
  } catch {
    return skipped(line, 'unreadable', state, now);
  }
}

/**
 * Rows before the first one with a time get its time, so that nothing is dated before the conversation. `usual` is for lines
 * without any.
 */
export function dateFrom(lines: Iterable<Line>, state: TranscriptState, usual: Clock): TranscriptState {
  if (state.at !== 0) return state;
  let isEmpty = true;
  for (const { text } of lines) {
    isEmpty = false;
    const at = timeOf(text);
    if (at) return { ...state, at };
  }
  return isEmpty ? state : { ...state, at: Math.floor(usual()) };
}

function timeOf(text: string): number {
  try {
    return Date.parse((parseJson(text) as TranscriptRow | null)?.timestamp ?? '');
  } catch {
    return Number.NaN;
  }
}

function skipped(
  { start, end }: Line,
  reason: Draft<'row_skipped'>['reason'],
  state: TranscriptState,
  now: Clock,
): LineReading {
  const draft: Draft = {
    type: 'row_skipped',
    source: 'transcript',
    at: state.at || now(),
    key: `skipped:${state.agentId ?? ''}:${start}`,
    offset: start,
    bytes: end - start,
    reason,
    ...(state.agentId !== undefined && { agent_id: state.agentId }),
  };
  return { drafts: [draft], state };
}
