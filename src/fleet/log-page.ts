/** A stretch of one host's log as it travels through the fleet: in messages of the stream, and in replies to members that missed some. */
import { z } from 'zod';
import type { ReinsEvent } from '../protocol/events.ts';

const pageSchema = z.object({
  /** The log that positions belong to; another one starts when the host's log, or what it shares, changes. */
  epoch: z.string(),
  /** The page holds everything that the host shares after this position… */
  after: z.int(),
  /** …up to this one. */
  up_to: z.int(),
  /** Events are too large for a message: ask the owner for them. */
  is_omitted: z.boolean().optional(),
  events: z.array(z.looseObject({ type: z.string(), seq: z.int(), session_id: z.string() })),
});

export interface LogPage extends Omit<z.infer<typeof pageSchema>, 'events'> {
  readonly events: readonly ReinsEvent[];
}

/** Undefined for anything that Reins has not written. */
export function parsePage(json: string): LogPage | undefined {
  try {
    return pageSchema.parse(JSON.parse(json)) as unknown as LogPage;
  } catch {
    return undefined;
  }
}
