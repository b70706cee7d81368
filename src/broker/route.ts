/** The ways an answer can travel to Claude Code. */
import type { Decision } from '../protocol/answers.ts';
import type { Interaction } from '../protocol/interactions.ts';

export type RouteName = 'control' | 'hook' | 'keys';

export interface Route {
  readonly name: RouteName;
  /** Whether the way is open for this interaction now. */
  isOpen(interaction: Interaction): boolean;
  /** Why it cannot carry this decision; undefined when it can. */
  refusal(interaction: Interaction, decision: Decision): string | undefined;
  /**
   * Hands the decision over. False when the way turned out to be closed and nothing was handed over; `stale` when
   * Claude Code waits for something else by now, so that nothing was handed over either.
   */
  send(interaction: Interaction, decision: Decision): Promise<boolean | 'stale'>;
}
