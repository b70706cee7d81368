/** An invitation to a fleet: one line of text that a person copies to the new host, or scans. Anyone who has it can join once. */
import { z } from 'zod';
import { ReinsError } from '../protocol/errors.ts';
import { hostIdSchema, hostNameSchema } from './membership.ts';

const PREFIX = 'reins-fleet-1:';

const invitationSchema = z.object({
  fleet: z.string(),
  host_id: hostIdSchema,
  name: hostNameSchema,
  servers: z.array(z.string()).min(1),
  /** The key to log in with for the first time; joining replaces it. */
  seed: z.string(),
  /** The host that replaces the key. */
  founder: hostIdSchema,
  /** The certificate authority of the server, as PEM. */
  ca: z.string().optional(),
});
export type Invitation = z.infer<typeof invitationSchema>;

export function encodeInvitation(invitation: Invitation): string {
  return PREFIX + Buffer.from(JSON.stringify(invitation)).toString('base64url');
}

export function decodeInvitation(text: string): Invitation {
  const trimmed = text.trim();
  try {
    if (!trimmed.startsWith(PREFIX)) throw new Error('unknown prefix');
    return invitationSchema.parse(
      JSON.parse(Buffer.from(trimmed.slice(PREFIX.length), 'base64url').toString()),
    );
  } catch {
    throw new ReinsError(
      'invalid_request',
      `This is not a fleet invitation. Invitations begin with "${PREFIX}"; create one with "reins fleet invite NAME" on the machine that runs the fleet.`,
    );
  }
}
