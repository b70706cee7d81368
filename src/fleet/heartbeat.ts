/** A host's report about itself, its entry in the hosts bucket. Unknown fields of newer versions are kept. */
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
  /** The highest role of other hosts there. A role that only newer versions know grants nothing here. */
  max_role: roleSchema.catch('viewer'),
  sessions: z.number(),
  started_at: z.string(),
  /** On its own clock. */
  sent_at: z.string().optional(),
  /** Set when the hub stopped cleanly. */
  left_at: z.string().optional(),
});
export type Heartbeat = z.infer<typeof heartbeatSchema>;

/** Undefined for an entry that is not a heartbeat, or not of the host whose key it has. */
export function parseHeartbeat(key: string, json: unknown): Heartbeat | undefined {
  const parsed = heartbeatSchema.safeParse(json);
  return parsed.success && parsed.data.host_id === key ? parsed.data : undefined;
}
