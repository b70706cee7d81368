/**
 * What Claude Code tells of answers to the forms of MCP servers: who else answered one, and whether ours was the answer that
 * counted. Told by the hook `ElicitationResult`, for every answer but one that a hook gave (seen in 2.1.325).
 */

import type { HookPayload } from '../claude/hook-payload.ts';
import { hasTerminal } from '../core/dialog-state.ts';
import type { Draft } from '../core/draft.ts';
import type { SessionState } from '../core/session-state.ts';
import type { Clock } from '../lib/clock.ts';
import type { HubLog } from '../lib/hub-log.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import { InteractionDrafts } from './interaction-drafts.ts';
import type { Settlement } from './settle-answer.ts';

export interface FormResultsOptions {
  readonly log: Pick<EventLog, 'append'>;
  readonly reader: Pick<LogReader, 'session'>;
  readonly output: HubLog;
  readonly now: Clock;
}

export class FormResults {
  readonly #options: FormResultsOptions;

  constructor(options: FormResultsOptions) {
    this.#options = options;
  }

  /** To be called with every hook that is in the log. */
  hear(payload: HookPayload): void {
    if (payload.hook_event_name !== 'ElicitationResult' || payload.action === undefined) return;
    const { log, reader, output, now } = this.#options;
    const state = reader.session(payload.session_id);
    const draft = state && settleForm(state, payload, now);
    if (!draft) return;
    try {
      log.append([{ sessionId: payload.session_id, drafts: [draft] }]);
    } catch (error) {
      output.warn('The answer to a form could not be logged', error);
    }
  }
}

/** Undefined when nothing that is known fits. */
function settleForm(state: SessionState, result: HookPayload, now: Clock): Draft | undefined {
  const drafts = new InteractionDrafts(now);
  const forms = Object.values(state.interactions)
    .filter((one) => isOf(one, result))
    .sort((a, b) => a.opened_at.localeCompare(b.opened_at));
  const { action = '', content } = result;
  const words = { action, ...(content && { content }) };
  const due = forms.find((one) => isShown(one) || isSent(one));
  if (due && isSent(due)) return drafts.settled(due, proofOf(due, words, now()));
  // Where there is no terminal, Claude Code itself gave up.
  if (due && action === 'cancel' && !hasTerminal(state)) return drafts.withdrawn(due);
  if (due) return drafts.answered(due, now(), words);
  // Its dialog was seen to go a moment ago.
  const gone = forms.findLast(({ answer }) => answer?.route === 'terminal' && answer['action'] === undefined);
  return gone?.answer && drafts.settled(gone, { applied: 'confirmed', answer: { ...gone.answer, ...words } });
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

function proofOf(form: Interaction, words: { readonly action: string }, at: number): Settlement {
  if (form.answer?.['action'] === words.action) return { applied: 'confirmed' };
  const by = { type: 'terminal', name: 'terminal' } as const;
  const when = new Date(at).toISOString();
  const answer = { by, at: when, route: 'terminal', applied: 'superseded', ...words } as const;
  return { applied: 'superseded', answer };
}
