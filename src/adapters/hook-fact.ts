/** A fact as a hook tells it, before the parts that all facts of the hook share are added. */
import { positionOf } from '../core/reduce-item.ts';
import type { EventBody, Observed } from '../protocol/events.ts';

export type HookFact = EventBody & {
  readonly key?: string;
  readonly item?: string;
  /** The subagent whose conversation it belongs to, when that is not the one of the hook. */
  readonly agent_id?: string;
  /** Where the item stands, when that is not where the hook's own time puts it. */
  readonly position?: number;
  readonly observed?: Observed;
};

/** Just before whatever happened at this time. */
export function placeBefore(at: number): number {
  return positionOf({ at }) - 0.5;
}
