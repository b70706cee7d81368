/**
 * The newest part of a long transcript, from the start of a turn: what a person who opens the session sees
 * first. It is read again with the rest, and identified by its keys then. So it logs only facts that are the
 * same when the whole file is read.
 */
import { newTranscriptState } from '../../adapters/transcript-state.ts';
import type { OpenTranscript } from '../../claude/open-transcript.ts';
import type { Draft } from '../../core/draft.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Line } from '../../lib/line-splitter.ts';
import type { EventType } from '../../protocol/events.ts';
import { dateFrom, type LineReading, readTranscriptLine } from './transcript-line.ts';

const FIRST_BYTES = 256 * 1024;
/** A turn that is longer than this is logged from its middle. */
const MOST_BYTES = 4 * 1024 * 1024;

/** These depend on more than their turn. */
const LEFT_OUT: ReadonlySet<EventType> = new Set<EventType>([
  'prompt_queued',
  'prompt_unqueued',
  'prompt_abandoned',
]);

/** These mean the same wherever reading starts. */
const STANDING_ALONE: ReadonlySet<EventType> = new Set<EventType>([
  'assistant_text',
  'assistant_thinking',
  'tool_started',
  'tool_finished',
  'tool_decided',
]);

/** The rest of a line at its end is left for later. */
export function readTail(file: OpenTranscript, now: Clock): LineReading[] {
  const { size } = file;
  for (let bytes = FIRST_BYTES; ; bytes *= 4) {
    const readings = readAll(file.linesBetween(Math.max(0, size - bytes), size), now);
    const first = readings.findIndex(({ state }) => state.promptId !== undefined);
    if (first === -1 && bytes < Math.min(size, MOST_BYTES)) continue;
    return first === -1
      ? readings.map((reading) => reporting(reading, ({ type }) => STANDING_ALONE.has(type)))
      : readings.slice(first).map((reading) => reporting(reading, ({ type }) => !LEFT_OUT.has(type)));
  }
}

function readAll(lines: readonly Line[], now: Clock): LineReading[] {
  // A prompt in this part is not the session's first, and does not become the title.
  let state = dateFrom(lines, { ...newTranscriptState(), isTitled: true }, now);
  return lines.map((line) => {
    const reading = readTranscriptLine(line, state, now);
    state = reading.state;
    return reading;
  });
}

function reporting({ drafts, state }: LineReading, isReported: (draft: Draft) => boolean): LineReading {
  return { drafts: drafts.filter(isReported), state };
}
