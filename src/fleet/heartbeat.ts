/** What a host says about itself in its entry of the hosts bucket. Fields of newer versions are kept, not understood. */
import { z } from 'zod';
import { roleSchema } from '../protocol/access.ts';
import { hostIdSchema } from './membership.ts';

const heartbeatSchema = z.looseObject({
  host_id: hostIdSchema,
  name: z.string(),
  version: z.string(),
  /** The end of its log, as far as it is shared. */
  epoch: z.string(),
  position: z.number(),
  /** What the fleet may do there at most. A role that only newer versions know grants nothing here. */
  max_role: roleSchema.catch('viewer'),
  sessions: z.number(),
  started_at: z.string(),
  /** On its own clock. */
  sent_at: z.string().optional(),
  /** Set when the hub stopped in order. */
  left_at: z.string().optional(),
});
export type Heartbeat = z.infer<typeof heartbeatSchema>;

/** Undefined for an entry that is not a heartbeat, or not of the host whose key it has. */
export function parseHeartbeat(key: string, json: unknown): Heartbeat | undefined {
  const parsed = heartbeatSchema.safeParse(json);
  return parsed.success && parsed.data.host_id === key ? parsed.data : undefined;
}
