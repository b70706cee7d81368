/** Named defaults for new sessions, as in the setting `templates`. */
import { z } from 'zod';
import { newSessionSchema } from './steering.ts';

/**
 * The body of `POST /api/sessions` without fields that belong to one session, without trust, which a person
 * gives each time, and without `env` and `mcp_config`: they may be secrets, and settings are shown.
 */
export const templateSchema = newSessionSchema.omit({
  host: true,
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
/** Named defaults for new sessions. */
export type Templates = z.infer<typeof templatesSchema>;
