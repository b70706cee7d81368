/** Made-up records of runs, for tests of the model: one session, one prompt, one request. */
import { presentDetails } from '../../../src/core/present-session.ts';
import type { SessionAnswer } from '../../../src/protocol/api.ts';
import type { EventBody, ReinsEvent } from '../../../src/protocol/events.ts';
import type { TranscriptRow } from '../../../stage/transcript.ts';
import { rebuild } from '../../store/rebuild.ts';
import { commandOf } from '../marks.ts';
import type { CLIENTS } from '../plan/clients.ts';
import type { PlannedPrompt } from '../plan/plan.ts';
import type { CallRecord, RunRecord, SessionRecord } from '../record.ts';

export const SESSION = '00000000-0000-4000-8000-000000000001';
export const MESSAGE = '00000000-0000-4000-8000-000000000002';
export const MARK = 'prompt-0001';
export const LINE = 'ask-0001-1-n1';
export const CALL = 'toolu_1';
export const ASK = 'ask';

const allow = { delayMs: 0, decision: 'allow' } as const;
const PROMPT: PlannedPrompt = {
  ...{ mark: MARK, messageId: MESSAGE, kind: 'permission', when: 'queue', by: 'ada', atMs: 0 },
  asks: [{ mark: 'ask-0001-1', answers: { ada: allow, ben: allow, cyd: allow } }],
};

/** Events with their sequence numbers and complete envelopes. */
export function events(
  ...bodies: readonly (EventBody & { item?: string; position?: number })[]
): ReinsEvent[] {
  return bodies.map((body, index) => ({
    ...{ seq: index + 1, session_id: SESSION, host: 'here', at: moment(index), v: 1, source: 'driver' },
    ...body,
  }));
}

const moment = (seconds: number) => new Date(seconds * 1000).toISOString();

export interface MadeUp extends Partial<Omit<RunRecord, 'sessions'>> {
  readonly session?: Partial<SessionRecord>;
}

/** By default, watchers have received the events, one per second. */
export function record({ session = {}, ...rest }: MadeUp): RunRecord {
  const all = session.events ?? [];
  const watched = all.map((event, index) => ({ at: index * 1000, event }));
  const { state, items } = rebuild(SESSION, 'here', all);
  const view = { ...presentDetails(state), turns: [], last_event_id: '' } as SessionAnswer;
  const plan = { id: SESSION, driver: 'stream', prompts: [PROMPT], resumeDelaysMs: [] } as const;
  return {
    plan: { seed: 1, durationMs: 1000, sessions: [plan], faults: [] },
    startedAt: 0,
    calls: [],
    faults: [],
    audit: [],
    requests: [],
    failedStarts: [],
    leftovers: [],
    ...rest,
    sessions: [
      {
        ...{
          plan,
          watched: { sse: watched, socket: watched },
          resets: [],
          events: all,
          eventsAfterRestart: all,
        },
        ...{ view, items: items.filter(({ kind }) => kind !== 'end'), transcript: [], ran: [] },
        ...session,
      },
    ],
  };
}

export function answered(
  client: (typeof CLIENTS)[number],
  body: object,
  status: number,
  response: object,
): CallRecord {
  return {
    ...{ what: 'answer', client, target: ASK, sessionId: SESSION, body: { ...body }, at: 1, endedAt: 2 },
    ...{ status, response },
  };
}

export const promptRow = (text: string): TranscriptRow => ({ type: 'user', message: { content: text } });
export const callRow: TranscriptRow = {
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id: CALL, name: 'Bash', input: { command: commandOf(LINE) } }] },
};
export const resultRow = (content: string, is_error = false): TranscriptRow => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: CALL, content, is_error }] },
});
export const textRow = (text: string): TranscriptRow => ({
  type: 'assistant',
  message: { content: [{ type: 'text', text }] },
});

export const opened: EventBody = {
  type: 'interaction_opened',
  ...{ interaction_id: ASK, kind: 'permission', tool_use_id: CALL, tool_name: 'Bash' },
  ...{ input: { command: commandOf(LINE) }, suggestions: [], routes: ['control'] },
};

export function closed(name: string, body: object, type: 'device' | 'terminal' = 'device'): EventBody {
  const answer = { by: { type, name }, at: moment(1), route: 'control', applied: 'sent', ...body } as const;
  return { type: 'interaction_closed', interaction_id: ASK, state: 'answered', answer };
}

export const confirmed: EventBody = {
  type: 'interaction_settled',
  interaction_id: ASK,
  applied: 'confirmed',
};
