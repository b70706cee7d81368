/** The ways an answer can travel to Claude Code. */
import type { Decision } from '../../protocol/answers.ts';
import type { Interaction } from '../../protocol/interactions.ts';

export type RouteName = 'control' | 'hook' | 'keys';

/**
 * How handing over went. `false`: the way turned out to be closed, and nothing was handed over. `stale`: Claude Code waits
 * for something else by now, so that nothing was handed over either. `unsure`: it may have arrived, or may still.
 */
export type Sent = boolean | 'stale' | 'unsure';

export interface Route {
  readonly name: RouteName;
  /** Whether the same decision may be said twice without harm. */
  readonly isRepeatable: boolean;
  /** Whether the way is open for this interaction now. */
  isOpen(interaction: Interaction): boolean;
  /** Why it cannot carry this decision; undefined when it can. */
  refusal(interaction: Interaction, decision: Decision): string | undefined | Promise<string | undefined>;
  /** Hands the decision over. Throws ReinsError with the reason when Claude Code did not take it. */
  send(interaction: Interaction, decision: Decision): Promise<Sent>;
}
