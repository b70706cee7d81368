/** The ways an answer can travel to Claude Code. */
import type { Decision } from '../../protocol/answers.ts';
import type { Interaction } from '../../protocol/interactions.ts';

export type RouteName = Interaction['routes'][number];

/**
 * How handing over went. `false`: the route turned out to be closed, and nothing was handed over. `stale`: Claude Code waits
 * for something else by now, so that nothing was handed over either. `unsure`: it may have arrived, or may still.
 */
export type Sent = boolean | 'stale' | 'unsure';

export interface Route {
  readonly name: RouteName;
  /** Whether the same decision may be sent twice without harm. */
  readonly isRepeatable: boolean;
  /** Whether the route is open for this open interaction now. The one source of truth: `routes` of an interaction records it. */
  isOpen(interaction: Interaction): boolean;
  /** Why it cannot carry this decision; undefined when it can. */
  refusal(interaction: Interaction, decision: Decision): string | undefined | Promise<string | undefined>;
  /** Hands the decision over. Throws ReinsError with the reason when Claude Code did not take it. */
  send(interaction: Interaction, decision: Decision): Promise<Sent>;
}

/** The decision of an answer that was sent by this route, until it is proven what came of it. */
export function sentDecision({ kind, answer }: Interaction, by: RouteName): Decision | undefined {
  if (answer?.route !== by || answer.applied !== 'sent') return undefined;
  const { by: _by, at: _at, route: _route, applied: _applied, key: _key, ...decided } = answer;
  return { kind, ...decided } as Decision;
}
