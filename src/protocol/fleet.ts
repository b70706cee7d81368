/** The hosts of a fleet, as the API shows them. */
import { z } from 'zod';
import { roleSchema } from './access.ts';
import { countSchema, momentSchema } from './primitives.ts';

/** `late`: no heartbeat for some seconds. `offline`: stopped, or silent for longer. */
export const hostStateSchema = z.enum(['online', 'late', 'offline']);
export type HostState = z.infer<typeof hostStateSchema>;

/** `host_state` of a session on another host. */
export const sessionHostSchema = z.object({ state: hostStateSchema, last_seen_at: momentSchema });
export type SessionHost = z.infer<typeof sessionHostSchema>;

/** A host of the fleet. */
export const hostSchema = z.object({
  host_id: z.string(),
  name: z.string(),
  is_self: z.boolean(),
  /** The `host` of its own sessions and events; only of the host that answers. */
  hostname: z.string().optional(),
  state: hostStateSchema,
  version: z.string(),
  started_at: momentSchema,
  last_seen_at: momentSchema,
  /** Sessions that have not ended. */
  sessions: countSchema,
  open_interactions: countSchema,
  /** The most powerful role that other hosts have there. */
  max_role: roleSchema,
  /** Events of the host that have not arrived here yet. */
  lag_events: countSchema,
  /** Another host runs a newer version of Reins. */
  is_behind_version: z.boolean(),
});
export type Host = z.infer<typeof hostSchema>;

/** `GET /api/hosts` */
export const hostListSchema = z.object({
  /** Absent on a host that is not in a fleet. */
  fleet: z.object({ name: z.string(), is_founder: z.boolean(), is_connected: z.boolean() }).optional(),
  items: z.array(hostSchema),
});
export type HostList = z.infer<typeof hostListSchema>;
