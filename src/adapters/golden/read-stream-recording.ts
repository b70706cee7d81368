/**
 * The stream of a headless run, with the hub's own knowledge: that it started the run, and what it sent. The
 * facts so far replace the log; prompts are known from the recorded transcripts, which are read before the
 * end of each turn.
 */
import type { StreamLine } from '../../claude/stream-line.ts';
import type { Draft } from '../../core/draft.ts';
import { reduceSession } from '../../core/reduce-session.ts';
import { emptySession, type SessionState } from '../../core/session-state.ts';
import type { EventBody, ReinsEvent } from '../../protocol/events.ts';
import { readStreamLine } from '../stream-adapter.ts';
import type { KnownPrompt, StreamState } from '../stream-state.ts';

interface Batch {
  readonly sessionId: string;
  readonly drafts: readonly Draft[];
}

interface Started {
  readonly session_id: string;
  readonly pid: number;
  readonly start_mark: string;
  readonly persists: boolean;
}

type StreamRecord = { readonly at: number } & (
  | { readonly started: Started }
  | { readonly sent: { readonly uuid: string; readonly text: string } }
  | { readonly line: StreamLine }
);

/** `others`: the facts of the recorded transcripts. */
export function streamSteps(
  lines: readonly { readonly text: string; readonly end: number }[],
  others: readonly Batch[],
): (() => Batch[])[] {
  const sessions = new Map<string, SessionState>();
  const prompts = new Map<string, KnownPrompt & { readonly at: number }>();
  const learn = (sessionId: string, draft: Draft) => {
    if (draft.type === 'prompt_submitted' && draft.agent_id === undefined) {
      const { prompt_id: promptId, position, at } = draft;
      prompts.set(`${sessionId} ${draft.uuid}`, { promptId, position, at });
    }
  };
  const take = (batches: Batch[]) => {
    for (const { sessionId, drafts } of batches) {
      for (const draft of drafts) {
        const state = sessions.get(sessionId) ?? emptySession(sessionId, 'host');
        const event = { ...draft, seq: state.seq + 1, at: new Date(draft.at).toISOString() };
        sessions.set(sessionId, reduceSession(state, event as unknown as ReinsEvent));
        learn(sessionId, draft);
      }
    }
    return batches;
  };
  for (const { sessionId, drafts } of others) for (const draft of drafts) learn(sessionId, draft);

  let run: Started | undefined;
  let state: StreamState = { sessionId: '' };
  const read = (record: StreamRecord, position: number): Batch[] => {
    const { at } = record;
    if ('started' in record) {
      run = record.started;
      state = { sessionId: run.session_id };
      return [{ sessionId: run.session_id, drafts: ownFacts(at, ...startOf(run)) }];
    }
    if ('sent' in record)
      return [{ sessionId: state.sessionId, drafts: ownFacts(at, ...sendingOf(record.sent)) }];
    const reading = readStreamLine(
      record.line,
      {
        at,
        position,
        pid: run?.pid ?? 0,
        startMark: run?.start_mark ?? '',
        session: (sessionId) => sessions.get(sessionId),
        prompt: (sessionId, messageId) => prompts.get(`${sessionId} ${messageId}`),
        lastPrompt: () =>
          [...prompts.values()]
            .filter((prompt) => prompt.at <= at)
            .sort((a, b) => a.at - b.at)
            .at(-1),
      },
      state,
    );
    state = reading.state;
    return [...reading.batches];
  };
  const facts = lines.map(({ text, end }) => take(read(JSON.parse(text), end)));
  return facts.map((batches) => () => batches);
}

function ownFacts(at: number, ...facts: (EventBody & { readonly key?: string })[]): Draft[] {
  return facts.map((fact) => ({ ...fact, source: 'driver', at }));
}

function startOf({ pid, start_mark, persists }: Started): EventBody[] {
  return [
    { type: 'session_created', how: 'new', persists, by: 'recorder' },
    { type: 'run_started', pid, start_mark },
    { type: 'control_changed', driver: 'stream', capabilities: [] },
  ];
}

function sendingOf({
  uuid: message_id,
  text,
}: {
  readonly uuid: string;
  readonly text: string;
}): EventBody[] {
  return [
    { type: 'message_queued', message_id, when: 'steer', text, images: 0, by: 'recorder', place: 1 },
    { type: 'message_delivered', message_id },
  ];
}
