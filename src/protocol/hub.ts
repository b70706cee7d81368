/**
 * A hub's description of itself: over HTTP without a token, and in `hub.json` for programs on the same
 * machine.
 */
import { z } from 'zod';

/** `GET /api/health` */
export const healthSchema = z.object({
  /** The hub is up. */
  status: z.literal('ok'),
  version: z.string(),
  /** With a challenge: proves to programs that can read `$REINS_HOME/token` that this is the hub of that home. */
  proof: z.string().optional(),
});
export type Health = z.infer<typeof healthSchema>;

export const healthQuerySchema = z.object({ challenge: z.string().min(16).max(200).optional() });

/** `$REINS_HOME/hub.json`, present while a hub runs. */
export const hubFileSchema = z.object({
  url: z.url(),
  pid: z.int().positive(),
  version: z.string(),
  started_at: z.iso.datetime(),
});
export type HubFile = z.infer<typeof hubFileSchema>;
