/** Where readers are in the log of this hub and in the copies. */
import type { StoredEvent } from '../../store/log-reader.ts';

/** How far a reader has read: in the log that its session is in. In a fleet, a reader of all sessions reads two. */
export interface Place {
  readonly position: number;
  /** In the copies. */
  readonly copied?: number;
}

/** The logs that positions belong to. */
export interface Epochs {
  readonly epoch: string;
  readonly copied?: string;
}

export type PlacedEvent = StoredEvent & Place;
