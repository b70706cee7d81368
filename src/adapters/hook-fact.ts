/** A fact from a hook, before the parts that all facts of the hook share are added. */
import { positionOf } from '../core/reduce-item.ts';
import type { EventBody, Observed } from '../protocol/events.ts';

export type HookFact = EventBody & {
  readonly key?: string;
  readonly item?: string;
  /** The subagent whose conversation it belongs to, if that is not the hook's. */
  readonly agent_id?: string;
  /** The place of the item, if it differs from the hook's own time. */
  readonly position?: number;
  readonly observed?: Observed;
};

/** Just before the events of this time. */
export function placeBefore(at: number): number {
  return positionOf({ at }) - 0.5;
}
