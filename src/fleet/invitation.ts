/** An invitation to a fleet: one line of text that a person copies to the new host, or scans. It works once, until it expires. */
import { z } from 'zod';
import { roleSchema } from '../protocol/access.ts';
import { ReinsError } from '../protocol/errors.ts';
import { hostIdSchema, hostNameSchema } from './membership.ts';

const PREFIX = 'reins-fleet-1:';

const invitationSchema = z.object({
  fleet: z.string(),
  host_id: hostIdSchema,
  name: hostNameSchema,
  servers: z.array(z.string()).min(1),
  /** A key that may do nothing but announce the new host's own key. */
  seed: z.string(),
  /** The host that accepts that key. */
  founder: hostIdSchema,
  expires_at: z.string(),
  /** The highest role of other hosts on the new one, unless its owner chooses otherwise. */
  max_role: roleSchema.exclude(['ingest']).optional(),
  /** The certificate authority of the server, as PEM. */
  ca: z.string().optional(),
});
export type Invitation = z.infer<typeof invitationSchema>;

export function encodeInvitation(invitation: Invitation): string {
  return PREFIX + Buffer.from(JSON.stringify(invitation)).toString('base64url');
}

export function decodeInvitation(text: string): Invitation {
  const compact = text.replace(/\s/g, '');
  try {
    if (!compact.startsWith(PREFIX)) throw new Error('unknown prefix');
    return invitationSchema.parse(
      JSON.parse(Buffer.from(compact.slice(PREFIX.length), 'base64url').toString()),
    );
  } catch {
    throw new ReinsError(
      'invalid_request',
      `This is not a whole invitation to a fleet. Invitations start with "${PREFIX}". Create one with "reins fleet invite NAME" on the host that founded the fleet.`,
    );
  }
}
