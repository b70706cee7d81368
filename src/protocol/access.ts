/** Permissions: roles, and the named tokens that carry them. */
import { z } from 'zod';

/**
 * `viewer` watches; `approver` also answers; `operator` also starts, prompts and changes sessions. `ingest`
 * is separate: it only posts hooks.
 */
export const roleSchema = z.enum(['viewer', 'approver', 'operator', 'ingest']);
export type Role = z.infer<typeof roleSchema>;

/** The caller. */
export interface Identity {
  /** Distinguishes callers: a token and a device may have the same name. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Set if the caller is a paired device: its id. */
  readonly device?: string;
  /** Set if the caller is at another host of the fleet: its name. */
  readonly front?: string;
}

export const tokenNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores');

/** `POST /api/tokens` */
export const newTokenSchema = z.strictObject({ name: tokenNameSchema, role: roleSchema });
export type NewToken = z.infer<typeof newTokenSchema>;

/** A token in a list, without its secret. */
export const tokenInfoSchema = z.object({
  name: z.string(),
  role: roleSchema,
  created_at: z.iso.datetime(),
});
export type TokenInfo = z.infer<typeof tokenInfoSchema>;

/** `GET /api/tokens` */
export const tokenListSchema = z.object({ items: z.array(tokenInfoSchema) });
export type TokenList = z.infer<typeof tokenListSchema>;

/** The only answer that contains the secret. */
export const createdTokenSchema = tokenInfoSchema.extend({ token: z.string() });
export type CreatedToken = z.infer<typeof createdTokenSchema>;
