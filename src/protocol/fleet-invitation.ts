/** Inviting hosts to the fleet and removing them, as the API does it. */
import { z } from 'zod';
import { momentSchema } from './primitives.ts';

/** Whether the NATS server uses the new list of hosts; `not_running` if none runs on the founder's machine. */
export const natsReloadSchema = z.enum(['reloaded', 'not_running', 'failed']);
export type NatsReload = z.infer<typeof natsReloadSchema>;

/** `POST /api/fleet/invitations` */
export const newInvitationSchema = z.strictObject({
  /** Of the new host. */
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/,
      'must be 1 to 63 letters, digits, dots, dashes or underscores',
    ),
  /** The highest role of other hosts there, until its owner decides otherwise. */
  max_role: z.enum(['viewer', 'approver', 'operator']).optional(),
  /** The host with this name joins again; its current key stops working now. */
  replace: z.boolean().optional(),
});
export type NewInvitation = z.infer<typeof newInvitationSchema>;

/** An invitation for a new host. */
export const invitedSchema = z.object({
  /** A secret: the first host that joins with it gets the name. */
  invitation: z.string(),
  host_id: z.string(),
  expires_at: momentSchema,
  nats_server: natsReloadSchema,
});
export type Invited = z.infer<typeof invitedSchema>;

/** `DELETE /api/hosts/:host_id` */
export const removedHostSchema = z.object({
  host_id: z.string(),
  name: z.string(),
  /** Absent in a fleet on a NATS server that others run: its operator must revoke the login. */
  nats_server: natsReloadSchema.optional(),
});
export type RemovedHost = z.infer<typeof removedHostSchema>;
