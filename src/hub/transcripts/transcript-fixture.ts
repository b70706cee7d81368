/**
 * For tests of transcript reading: rows as Claude Code writes them, and the log of a file that is read
 * straight through.
 */
import { readFileSync } from 'node:fs';
import { newTranscriptState } from '../../adapters/transcript-state.ts';
import { groupTurns } from '../../core/group-turns.ts';
import { presentDetails } from '../../core/present-session.ts';
import type { SessionState } from '../../core/session-state.ts';
import { LineSplitter } from '../../lib/line-splitter.ts';
import type { OpenedLog } from '../../store/open-log.ts';
import { NOON } from '../../store/store-fixture.ts';
import { readTranscriptLine } from './transcript-line.ts';

/** A row this many seconds after noon. */
export function row(uuid: string, seconds: number, facts: object): object {
  return { uuid, entrypoint: 'cli', timestamp: new Date(NOON + seconds * 1000).toISOString(), ...facts };
}

export function promptRow(id: string, seconds: number, facts: object = {}): object {
  return row(`u-${id}`, seconds, { type: 'user', promptId: id, message: { content: id }, ...facts });
}

export function textRow(id: string, seconds: number, text: string): object {
  const message = {
    id: `m-${id}`,
    model: 'm',
    usage: { output_tokens: 1 },
    content: [{ type: 'text', text }],
  };
  return row(`a-${id}`, seconds, { type: 'assistant', message });
}

export function callRow(id: string, seconds: number, name: string, input: object): object {
  const message = { id: `m-${id}`, model: 'm', content: [{ type: 'tool_use', id, name, input }] };
  return row(`a-${id}`, seconds, { type: 'assistant', message });
}

export function toLines(rows: readonly object[]): string {
  return rows.map((one) => `${JSON.stringify(one)}\n`).join('');
}

/** Row by row from the start, in one go. */
export function readThrough({ log }: OpenedLog, sessionId: string, path: string): void {
  let state = newTranscriptState();
  const drafts = new LineSplitter().push(readFileSync(path)).flatMap((line) => {
    const reading = readTranscriptLine(line, state, () => NOON);
    state = reading.state;
    return reading.drafts;
  });
  log.append([{ sessionId, drafts }]);
}

/** Everything that is visible of a session. */
export function showAll({ reader }: OpenedLog, sessionId: string) {
  const { seq: _, ...session } = presentDetails(reader.session(sessionId) as SessionState);
  const { items } = reader.items({ sessionId, limit: 1_000_000, maxBytes: 1e9 });
  return { session, items, turns: groupTurns(items) };
}
