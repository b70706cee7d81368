/**
 * What Claude Code tells of answers to the forms of MCP servers: who else answered one, and whether ours was the answer that
 * counted. Told by the hook `ElicitationResult`, for every answer but one that a hook gave (seen in 2.1.325).
 */
import { closingKey } from '../broker/closing-key.ts';
import type { HookPayload } from '../claude/hook-payload.ts';
import type { Draft } from '../core/draft.ts';
import { liveRuns } from '../core/present-session.ts';
import type { SessionState } from '../core/session-state.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import type { HubLog } from './hub-log.ts';

export interface FormResultsOptions {
  readonly log: Pick<EventLog, 'append'>;
  readonly reader: Pick<LogReader, 'session'>;
  readonly output: HubLog;
}

export class FormResults {
  readonly #options: FormResultsOptions;

  constructor(options: FormResultsOptions) {
    this.#options = options;
  }

  /** To be called with every hook that is in the log. */
  hear(payload: HookPayload): void {
    if (payload.hook_event_name !== 'ElicitationResult' || payload.action === undefined) return;
    const { log, reader, output } = this.#options;
    const state = reader.session(payload.session_id);
    const draft = state && settleForm(state, payload, Date.now());
    if (!draft) return;
    try {
      log.append([{ sessionId: payload.session_id, drafts: [draft] }]);
    } catch (error) {
      output.warn('The answer to a form could not be logged', error);
    }
  }
}

/** Undefined when nothing that is known fits. */
export function settleForm(state: SessionState, result: HookPayload, at: number): Draft | undefined {
  const forms = Object.values(state.interactions)
    .filter((one) => isOf(one, result))
    .sort((a, b) => a.opened_at.localeCompare(b.opened_at));
  const due = forms.find((one) => isShown(one) || isSent(one));
  const words = { action: result.action, ...(result.content && { content: result.content }) };
  if (due && isSent(due)) {
    const isOurs = due.answer?.['action'] === result.action;
    const answer = inTerminal(at, words, 'superseded');
    return isOurs
      ? settled(due, { applied: 'confirmed' }, at)
      : settled(due, { applied: 'superseded', answer }, at);
  }
  if (due) {
    // Where there is no terminal, Claude Code itself gave up.
    const isWithdrawn = result.action === 'cancel' && !hasTerminal(state);
    const how = isWithdrawn
      ? ({ state: 'withdrawn' } as const)
      : ({ state: 'answered', answer: inTerminal(at, words) } as const);
    return { type: 'interaction_closed', key: closingKey(due), ...how, ...about(due, at) };
  }
  // Its dialog was seen to go a moment ago.
  const gone = forms.findLast(({ answer }) => answer?.route === 'terminal' && answer['action'] === undefined);
  return gone?.answer && settled(gone, { applied: 'confirmed', answer: { ...gone.answer, ...words } }, at);
}

function isOf({ kind, input }: Interaction, { mcp_server_name, elicitation_id }: HookPayload): boolean {
  if (kind !== 'elicitation' || input['mcp_server_name'] !== mcp_server_name) return false;
  return elicitation_id === undefined || input['elicitation_id'] === elicitation_id;
}

/** Of stream runs the stream itself tells; what is held is not in the terminal yet. */
function isShown({ state, routes, held_until }: Interaction): boolean {
  return state === 'open' && !routes.includes('control') && held_until === undefined;
}

function isSent({ answer }: Interaction): boolean {
  return answer?.applied === 'sent' && answer.route !== 'hook';
}

function hasTerminal(state: SessionState): boolean {
  return liveRuns(state).some(({ entrypoint }) => entrypoint === undefined || entrypoint === 'cli');
}

function inTerminal(at: number, words: object, applied: Answer['applied'] = 'confirmed'): Answer {
  const by = { type: 'terminal', name: 'terminal' } as const;
  return { by, at: new Date(at).toISOString(), route: 'terminal', applied, ...words };
}

function settled(
  form: Interaction,
  how: Pick<Draft<'interaction_settled'>, 'applied' | 'answer'>,
  at: number,
): Draft {
  return { type: 'interaction_settled', key: `settled:${form.id}`, ...how, ...about(form, at) };
}

function about({ id, agent_id }: Interaction, at: number) {
  return {
    source: 'hook' as const,
    at,
    interaction_id: id,
    ...(agent_id !== undefined && { agent_id }),
  };
}
