/** A fact on its way into the log, as adapters create it, before it has a seq. */
import type { EventBody, EventType, Observed } from '../protocol/events.ts';
import type { Source } from '../protocol/primitives.ts';

export type Draft<Type extends EventType = EventType> = EventBody<Type> & {
  readonly source: Source;
  /** When it happened, in milliseconds. */
  readonly at: number;
  /**
   * Identity within the session: the same fact from two sources has the same key and becomes one event. Facts
   * without a key are never equal to another.
   */
  readonly key?: string;
  readonly agent_id?: string;
  readonly item?: string;
  readonly position?: number;
  readonly observed?: Observed;
  /** The raw bytes of a hook, for `hook_received`; stored next to the event, not in it. */
  readonly raw?: string;
};

/** If two sources report the same fact differently, the one further right wins. */
const SOURCES_BY_TRUST: readonly Source[] = ['registry', 'hook', 'stream', 'transcript', 'driver'];

export function trustOf(source: Source): number {
  return SOURCES_BY_TRUST.indexOf(source);
}
