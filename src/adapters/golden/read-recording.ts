/** Reads a recording made by `npm run record` and plays it through the adapters, source by source. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hookPayloadSchema } from '../../claude/hook-payload.ts';
import { type RegistryEntry, registryEntrySchema } from '../../claude/registry-file.ts';
import type { Draft } from '../../core/draft.ts';
import { type Line, LineSplitter } from '../../lib/line-splitter.ts';
import { readHook } from '../hook-adapter.ts';
import { readRegistryChange } from '../registry-adapter.ts';
import { readTranscriptRow } from '../transcript-adapter.ts';
import { newTranscriptState } from '../transcript-state.ts';
import { streamSteps } from './read-stream-recording.ts';

export const golden = import.meta.dirname;

export interface Batch {
  readonly sessionId: string;
  readonly drafts: readonly Draft[];
}

/** One source of a recording: its reports, step by step and in order. */
export interface RecordedSource {
  readonly source: string;
  readonly steps: readonly (() => readonly Batch[])[];
}

export function readRecording(name: string): RecordedSource[] {
  const sources = new Map(
    readdirSync(join(golden, name))
      .filter((file) => file.endsWith('.jsonl'))
      .map((file) => {
        const lines = new LineSplitter().push(readFileSync(join(golden, name, file)));
        return [file.replace('.jsonl', ''), lines];
      }),
  );
  const transcripts = () =>
    [...sources]
      .filter(([source]) => source.startsWith('session-'))
      .flatMap(([source, lines]) => transcriptSteps(source, lines).flatMap((step) => step()));
  return [...sources].map(([source, lines]) => {
    if (source === 'hooks') return { source, steps: hookSteps(lines) };
    if (source === 'registry') return { source, steps: registrySteps(lines) };
    if (source === 'stream') return { source, steps: streamSteps(lines, transcripts()) };
    return { source, steps: transcriptSteps(source, lines) };
  });
}

type Lines = readonly Line[];

function hookSteps(lines: Lines) {
  return lines.map(({ text }, index) => () => {
    const { at, payload } = JSON.parse(text);
    const parsed = hookPayloadSchema.parse(payload);
    const drafts = readHook(parsed, {
      at,
      raw: JSON.stringify(payload),
      newId: () => `interaction-${index}`,
    });
    return [{ sessionId: parsed.session_id, drafts }];
  });
}

function registrySteps(lines: Lines) {
  const changes = lines.map(({ text }) => {
    const { at, entry } = JSON.parse(text) as { at: number; entry: unknown };
    return { at, now: registryEntrySchema.parse(entry) };
  });
  const last = changes.at(-1);
  const all: { at: number; now?: RegistryEntry }[] = last ? [...changes, { at: last.at + 1000 }] : [];
  return all.map(({ at, now }, index) => () => {
    const seen = new Set(all.slice(0, index).map((change) => change.now?.sessionId));
    const before = all[index - 1]?.now;
    const isServing = ({ sessionId }: RegistryEntry) => before?.sessionId === sessionId;
    const hasLeft = () => false;
    return readRegistryChange({ before, now, at, isOld: (id) => seen.has(id), isServing, hasLeft });
  });
}

function transcriptSteps(source: string, lines: Lines) {
  const agentId = source.startsWith('agent-') ? source.slice('agent-'.length) : undefined;
  const sessionId = agentId === undefined ? source.slice('session-'.length) : sessionOf(lines);
  let state = newTranscriptState(agentId);
  const readings = lines.map(({ text, start }) => {
    const reading = readTranscriptRow(JSON.parse(text), start, state);
    state = reading.state;
    return reading.drafts;
  });
  return readings.map((drafts) => () => [{ sessionId, drafts }]);
}

function sessionOf(lines: Lines): string {
  return lines.map(({ text }) => JSON.parse(text).sessionId).find(Boolean);
}
