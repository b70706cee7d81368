/** What the hub does automatically in an unattended session. */
import { z } from 'zod';
import { countSchema } from './primitives.ts';

/** After a turn that reached its turn limit, and only then: prompts again with "continue". */
export const autoContinueSchema = z.strictObject({
  /** Maximum number of times. */
  limit: z.int().min(1).max(1000),
  /**
   * Run each time to check for remaining work: by a shell in the session's folder. Anything but exit code 0
   * and a non-empty JSON array means that there is none.
   */
  command: z.string().min(1).max(4000).optional(),
});
export type AutoContinue = z.infer<typeof autoContinueSchema>;

/** As shown in a session. */
export const autonomySchema = z.object({
  /** Unattended: requests that no rule answers are answered immediately, and nothing is granted. */
  non_interactive: z.boolean(),
  auto_continue: autoContinueSchema.optional(),
  /** How many times it was prompted to continue. */
  continued: countSchema,
});
export type Autonomy = z.infer<typeof autonomySchema>;
