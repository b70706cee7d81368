/** What a hub says about itself: over HTTP without a token, and in `hub.json` for programs on the same machine. */
import { z } from 'zod';

/** `GET /api/health` */
export const healthSchema = z.object({
  status: z.literal('ok'),
  version: z.string(),
});
export type Health = z.infer<typeof healthSchema>;

/** `$REINS_HOME/hub.json`, present while a hub runs. */
export const hubFileSchema = z.object({
  url: z.url(),
  pid: z.int().positive(),
  version: z.string(),
  started_at: z.iso.datetime(),
});
export type HubFile = z.infer<typeof hubFileSchema>;
