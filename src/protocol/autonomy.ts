/** What the hub does by itself in a session, where nobody is there to do it. */
import { z } from 'zod';

/** After a turn that ended for its limit of turns, and only then: prompts again with "continue". */
export const autoContinueSchema = z.strictObject({
  /** How often at most. */
  limit: z.int().min(1).max(1000),
  /**
   * Asked each time whether there is work left: run by a shell in the session's folder. Anything but exit code 0 and a
   * JSON array with something in it means no.
   */
  command: z.string().min(1).max(4000).optional(),
});
export type AutoContinue = z.infer<typeof autoContinueSchema>;

/** As a session shows it. */
export const autonomySchema = z.object({
  /** Nobody is there: what no rule answers is answered at once, and nothing is granted. */
  non_interactive: z.boolean(),
  auto_continue: autoContinueSchema.optional(),
  /** How often it was prompted to continue. */
  continued: z.int(),
});
export type Autonomy = z.infer<typeof autonomySchema>;
