/** What a host knows about its fleet: who it is there, and how it reaches NATS. Kept in `fleet/member.json`, for the owner only. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../lib/write-file-atomically.ts';
import { ReinsError } from '../protocol/errors.ts';

export const hostIdSchema = z.string().regex(/^[a-z2-7]{10}$/);
export const hostNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, 'must be 1 to 63 letters, digits, dots, dashes or underscores');

/** How a host logs in to NATS: our own key, or the login for an existing server. */
const loginSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('nkey'), seed: z.string() }),
  z.strictObject({ type: z.literal('creds'), file: z.string() }),
  z.strictObject({ type: z.literal('token'), token: z.string() }),
  z.strictObject({ type: z.literal('password'), user: z.string(), password: z.string() }),
  z.strictObject({ type: z.literal('none') }),
]);

export const membershipSchema = z.object({
  fleet: z.string(),
  host_id: hostIdSchema,
  name: hostNameSchema,
  servers: z.array(z.string()).min(1),
  login: loginSchema,
  /** A PEM file with the certificate authority of the server, if the system does not trust it. */
  ca_file: z.string().optional(),
  /** The JetStream domain, if the server is a leaf node. */
  domain: z.string().optional(),
  joined_at: z.string(),
  /** The host that invites others and replaces keys; absent on servers that others run. */
  founder: hostIdSchema.optional(),
});
export type Membership = z.infer<typeof membershipSchema>;

/** Undefined on a machine that is not in a fleet. Throws when the file is damaged. */
export function readMembership(file: string): Membership | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return membershipSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new ReinsError(
      'invalid_request',
      `${file} is damaged (${(error as Error).message}). Delete it and join the fleet again with a new invitation.`,
      { file },
    );
  }
}

/** Throws on a machine that is not in a fleet. */
export function requireMembership(file: string): Membership {
  const membership = readMembership(file);
  if (membership) return membership;
  throw new ReinsError(
    'invalid_request',
    'This host is not in a fleet. Create one with "reins fleet init", or join one with "reins fleet join".',
  );
}

export function writeMembership(file: string, membership: Membership): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileAtomically(file, `${JSON.stringify(membership, null, 2)}\n`, 0o600);
}

/** Ten characters that are safe in subjects and file names: fifty random bits. */
export function newHostId(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
  return Array.from(randomBytes(10), (byte) => alphabet[byte % 32]).join('');
}
