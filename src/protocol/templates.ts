/** Named defaults for new sessions, as the setting `templates` holds them. */
import { z } from 'zod';
import { newSessionSchema } from './steering.ts';

/**
 * What `POST /api/sessions` accepts, without what belongs to one session only, without trust, which a person gives each
 * time, and without `env` and `mcp_config`: they may be secrets, and settings are shown.
 */
export const templateSchema = newSessionSchema.omit({
  session_id: true,
  resume: true,
  fork: true,
  continue: true,
  trust: true,
  terminal: true,
  env: true,
  mcp_config: true,
});
export type Template = z.infer<typeof templateSchema>;

export const templatesSchema = z.record(z.string().min(1).max(100), templateSchema);
export type Templates = z.infer<typeof templatesSchema>;
