/**
 * The life of an interaction. Pure: `(interaction, event, what is known) -> facts to log, and when to check
 * again`. It starts when an adapter or unreported-dialogs.ts has opened it. core/reduce-interaction.ts enforces
 * the same phases in the log; evidence.ts judges observations, and settle-answer.ts what proves an answer.
 */
import { hasTerminal } from '../core/dialog-state.ts';
import {
  closed,
  type InteractionFact,
  reopened,
  type Settlement,
  settled,
  updated,
} from '../core/interaction-facts.ts';
import { isLive } from '../core/present-session.ts';
import { type Phase, phaseOf } from '../core/reduce-interaction.ts';
import { isEqual } from '../core/same-fact.ts';
import type { SessionState } from '../core/session-state.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';
import {
  answeredInTerminal,
  endOf,
  type Looked,
  lostIn,
  type Reading,
  since,
  type ToolCall,
  WITHDRAWN,
} from './evidence.ts';
import { deciderOf, decisionOf, settleAnswer } from './settle-answer.ts';

/** The routes that are open now, and until when the request blocks Claude. */
export interface OpenRoutes {
  readonly routes: Interaction['routes'];
  readonly heldUntil: string | null;
}

export type LifeEvent =
  /** Something has happened in the session, or a check is due. */
  | ({ readonly type: 'looked'; readonly open: OpenRoutes } & Looked)
  | { readonly type: 'routes_changed'; readonly open: OpenRoutes }
  /** Someone has answered; the answer is delivered after it is logged. */
  | { readonly type: 'answered'; readonly answer: Answer }
  /** Claude Code did not accept the answer. */
  | { readonly type: 'not_taken'; readonly reason: string; readonly routes?: Interaction['routes'] }
  /** Claude Code reports the answer to a form. */
  | { readonly type: 'form_result'; readonly words: FormResult };

export type FormResult = { readonly action: string; readonly content?: object };

export interface Known {
  readonly session: SessionState;
  readonly now: number;
}

export interface Step {
  readonly facts: readonly InteractionFact[];
  /** The transcript must be read before the next check. */
  readonly read?: Reading | undefined;
  /** Claude Code seems to have missed the answer: check again in this many milliseconds. */
  readonly lostIn?: number | undefined;
}

export function interactionLife(one: Interaction, event: LifeEvent, known: Known): Step {
  const stage = LIFE[phaseOf(one)][event.type] as Stage<LifeEvent> | undefined;
  return stage?.(one, event, known) ?? log();
}

type Stage<Event> = (one: Interaction, event: Event, known: Known) => Step;
type Stages = { readonly [Type in LifeEvent['type']]?: Stage<Extract<LifeEvent, { type: Type }>> };

/** The possible events of each phase, and their effects. */
const LIFE: Readonly<Record<Phase, Stages>> = {
  open: {
    answered: (one, { answer }) => log(closed(one, { state: 'answered', answer })),
    routes_changed: (one, { open }) => log(...recordRoutes(one, open)),
    looked(one, look, { session, now }) {
      // No terminal can answer it, and the stream reports its withdrawal.
      if (one.routes.includes('control')) return isLive(session) ? log() : log(closed(one, WITHDRAWN));
      const call = look.findCall(session);
      const { end, read } = endOf(one, call, { session, now, look });
      const rest = end ? [closed(one, end)] : recordRoutes(one, look.open);
      return { ...log(...nameCall(one, call), ...rest), read };
    },
    form_result(one, { words }, { session, now }) {
      // Without a terminal, Claude Code itself gave up.
      const isGivenUp = words.action === 'cancel' && !hasTerminal(session);
      return log(closed(one, isGivenUp ? WITHDRAWN : answeredInTerminal(now, words)));
    },
  },
  sent: {
    not_taken: (one, { reason, routes }) => log(reopened(one, reason, routes)),
    looked(one, look, { session, now }) {
      const call = look.findCall(session);
      const left = call?.finished_at === undefined ? lostIn(one, session, look) : undefined;
      if (left === 0)
        return log(...nameCall(one, call), reopened(one, 'Claude Code still waits for an answer'));
      const { read, ...seen } = since(one, call, { session, now, look });
      const proof = settleAnswer(one, call, seen);
      return { ...log(...nameCall(one, call), ...(proof ? [settled(one, proof)] : [])), read, lostIn: left };
    },
    form_result: (one, { words }, { now }) => log(settled(one, proofOfForm(one, words, now))),
  },
  undecided: {
    looked(one, { findCall }, { session }) {
      if (one.kind === 'elicitation') return log();
      const call = findCall(session);
      if (!call?.finished_at) return log(...nameCall(one, call));
      const decided = { by: deciderOf(call), decision: decisionOf(call) };
      return log(...nameCall(one, call), settled(one, confirmedWith(one, decided)));
    },
    form_result: (one, { words }) => log(settled(one, confirmedWith(one, words))),
  },
  over: {},
};

function log(...facts: readonly InteractionFact[]): Step {
  return { facts };
}

function nameCall(one: Interaction, call: ToolCall | undefined): InteractionFact[] {
  return call && !one.tool_use_id ? [updated(one, { tool_use_id: call.tool_use_id })] : [];
}

function recordRoutes(one: Interaction, { routes, heldUntil }: OpenRoutes): InteractionFact[] {
  const isHeldAsBefore = (one.held_until ?? null) === heldUntil;
  if (isEqual(one.routes, routes) && isHeldAsBefore) return [];
  return [updated(one, { routes, ...(!isHeldAsBefore && { held_until: heldUntil }) })];
}

function confirmedWith({ answer }: Interaction, decided: object): Settlement {
  return { applied: 'confirmed', ...(answer && { answer: { ...answer, ...decided } }) };
}

function proofOfForm({ answer }: Interaction, words: FormResult, now: number): Settlement {
  if (answer?.['action'] === words.action) return { applied: 'confirmed' };
  const { answer: instead } = answeredInTerminal(now, words);
  return { applied: 'superseded', answer: { ...instead, applied: 'superseded' } };
}
