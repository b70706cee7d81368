/** Claude Code's own permission rules for a session. */
import { z } from 'zod';

/** One of Claude Code's own permission rules. */
export const permissionRuleSchema = z.object({
  /** `allow`, `ask` or `deny`; newer versions of Claude Code may name others. */
  behavior: z.string(),
  /** As in settings: `Bash(npm run *)`. */
  rule: z.string(),
  /**
   * Claude Code's name for its source: `userSettings`, `projectSettings`, `localSettings`, `policySettings`
   * (managed), `flagSettings` (`--settings`), `cliArg` (`--allowed-tools` and the like), `session` (an
   * answer), or a name from a newer version.
   */
  source: z.string(),
});
export type PermissionRule = z.infer<typeof permissionRuleSchema>;

/** `GET /api/sessions/:id/permission-rules` */
export const permissionRuleListSchema = z.object({
  items: z.array(permissionRuleSchema),
  /**
   * `claude`: listed by Claude Code, so complete. `files`: read from settings files, from the flags of the
   * process and from answers given through the hub; rules added in the terminal for the session alone are
   * missing. `answers`: the session runs on another machine, so only the answers are known.
   */
  known_from: z.enum(['claude', 'files', 'answers']),
});
export type PermissionRuleList = z.infer<typeof permissionRuleListSchema>;
