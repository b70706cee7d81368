/** The routes of an answer to Claude Code. */
import type { Decision } from '../../protocol/answers.ts';
import type { Interaction } from '../../protocol/interactions.ts';

export type RouteName = Interaction['routes'][number];

/**
 * The outcome of a delivery. `false`: the route was closed, and nothing was delivered. `stale`: Claude Code
 * waits for something else by now, so nothing was delivered either. `unsure`: it may have arrived, or still
 * may.
 */
export type Sent = boolean | 'stale' | 'unsure';

export interface Route {
  readonly name: RouteName;
  /** Whether the same decision may be sent twice without harm. */
  readonly isRepeatable: boolean;
  /** Whether the route is open for this open interaction now. The one source of truth: `routes` of an interaction records it. */
  isOpen(interaction: Interaction): boolean;
  /** Why it cannot carry this decision. Undefined if it can. */
  refusal(interaction: Interaction, decision: Decision): string | undefined | Promise<string | undefined>;
  /** Delivers the decision. Throws ReinsError with the reason if Claude Code did not accept it. */
  send(interaction: Interaction, decision: Decision): Promise<Sent>;
}

/** The decision of an answer sent by this route, until its outcome is proven. */
export function sentDecision({ kind, answer }: Interaction, by: RouteName): Decision | undefined {
  if (answer?.route !== by || answer.applied !== 'sent') return undefined;
  const { by: _by, at: _at, route: _route, applied: _applied, key: _key, ...decided } = answer;
  return { kind, ...decided } as Decision;
}
