/** Bodies of the calls that start, change and end sessions. */
import { z } from 'zod';
import { autoContinueSchema } from './autonomy.ts';
import { chosenModeSchema, countSchema, jsonObjectSchema, sessionIdSchema } from './primitives.ts';
import { driverSchema } from './session.ts';

/** A driver that starts a run; `external` never does. */
export const startingDriverSchema = driverSchema.exclude(['external']);
export type StartingDriver = z.infer<typeof startingDriverSchema>;

/** A week: timers cannot wait much longer. */
const IDLE_END_MAX = 604_800;

/**
 * How to start a run, for any call that starts one. Absent fields leave the choice to Claude Code and the
 * settings.
 */
const runChoices = {
  driver: startingDriverSchema.optional(),
  prompt: z.string().min(1).optional(),
  model: z.string().min(1).optional(),
  permission_mode: chosenModeSchema.optional(),
  name: z.string().min(1).max(200).optional(),
  append_system_prompt: z.string().optional(),
  allowed_tools: z.array(z.string()).optional(),
  disallowed_tools: z.array(z.string()).optional(),
  add_dirs: z.array(z.string()).optional(),
  agents: jsonObjectSchema.optional(),
  plugin_dirs: z.array(z.string()).optional(),
  setting_sources: z.array(z.enum(['user', 'project', 'local'])).optional(),
  json_schema: jsonObjectSchema.optional(),
  /**
   * Work in a git worktree of the repository, created by Claude Code unless one of that name exists; `true`
   * lets it choose the name.
   */
  worktree: z.union([z.literal(true), z.string().min(1).max(200)]).optional(),
  max_turns: z.int().positive().optional(),
  max_budget_usd: z.number().positive().optional(),
  /** Never logged, never returned. */
  mcp_config: jsonObjectSchema.optional(),
  /** Added to the environment of the run. Never logged, never returned. */
  env: z.record(z.string(), z.string()).optional(),
  /**
   * Reports every hook event of the run, including those of tool calls: `?raw=hook` streams them verbatim.
   * The setting `all_hooks` is the default.
   */
  all_hooks: z.boolean().optional(),
  /** False: Claude Code writes no transcript, so the session cannot be resumed. */
  persist: z.boolean().optional(),
  /**
   * Unattended: requests that no rule decides are answered immediately. Questions get "decide yourself",
   * permissions and forms are denied, plans are not approved.
   */
  non_interactive: z.boolean().optional(),
  /** Headless runs only. */
  auto_continue: autoContinueSchema.optional(),
  /**
   * The hub ends the session once it has been idle for this many seconds: no turn, no queued prompt, no background task. It
   * can be resumed.
   */
  end_when_idle_seconds: z.int().min(1).max(IDLE_END_MAX).optional(),
  /** Further flags for `claude` itself, as a person would type them. */
  claude_args: z.array(z.string()).optional(),
  /**
   * A person trusts the folder; remembered. `terminal`: a person is in front of the terminal of this tmux
   * run, where Claude Code itself asks them. Without it, an untrusted folder is refused with
   * `folder_not_trusted`.
   */
  trust: z.union([z.literal(true), z.literal('terminal')]).optional(),
  /** The size of the first terminal to show a tmux run. */
  terminal: z.strictObject({ columns: z.int().positive(), rows: z.int().positive() }).optional(),
};

/** `POST /api/sessions` */
export const newSessionSchema = z.strictObject({
  ...runChoices,
  /** Makes the call idempotent: the same body returns the same session. */
  session_id: sessionIdSchema.optional(),
  /** In a fleet: the name or id of the host to start it on; this one if left out. */
  host: z.string().min(1).max(100).optional(),
  cwd: z.string().min(1).optional(),
  /** Resumes `session_id`. */
  resume: z.literal(true).optional(),
  /** Copies that session to `session_id`, or to a new id. */
  fork: sessionIdSchema.optional(),
  /** Resumes the newest session in `cwd`. */
  continue: z.literal(true).optional(),
});
export type NewSession = z.infer<typeof newSessionSchema>;
export type NewSessionInput = z.input<typeof newSessionSchema>;

/** `POST /api/sessions/:id/resume` */
export const resumeSchema = z.strictObject({ ...runChoices, cwd: z.string().min(1).optional() });
export type Resume = z.infer<typeof resumeSchema>;
export type ResumeInput = z.input<typeof resumeSchema>;

/** `POST /api/sessions/:id/fork` */
export const forkSchema = z.strictObject({
  ...runChoices,
  cwd: z.string().min(1).optional(),
  /** The id of the copy. */
  session_id: sessionIdSchema.optional(),
  /**
   * The id of a prompt (an item of the conversation): the copy ends before it, to try another one instead. Headless runs only.
   */
  before: z.string().max(200).optional(),
});
export type Fork = z.infer<typeof forkSchema>;
export type ForkInput = z.input<typeof forkSchema>;

/** `POST /api/sessions/:id/takeover`: stops the run that serves the session and resumes it under the hub. */
export const takeoverSchema = z.strictObject({
  ...runChoices,
  /** Proceed although something is lost: a running tool, background tasks, a draft. */
  force: z.boolean().default(false),
});
export type Takeover = z.infer<typeof takeoverSchema>;
export type TakeoverInput = z.input<typeof takeoverSchema>;

/** A word that people sort sessions by. */
const labelSchema = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^,\p{Cc}]*$/u, 'must not contain commas or control characters');

/** `PATCH /api/sessions/:id` */
export const sessionPatchSchema = z.strictObject({
  name: z.string().min(1).max(200).optional(),
  model: z.string().min(1).optional(),
  permission_mode: chosenModeSchema.optional(),
  /**
   * Lets prompts reach a terminal session as relayed messages, which the model does not treat as typed text.
   */
  relay: z.boolean().optional(),
  /** Whether clients show it above the others. */
  pinned: z.boolean().optional(),
  /** Whether clients leave it out of their lists until it gets a prompt or needs a person. */
  archived: z.boolean().optional(),
  /** Replaces all labels. */
  labels: z
    .array(labelSchema)
    .max(10)
    .transform((labels) => [...new Set(labels)])
    .optional(),
  /** Ends the session once it has been idle for this many seconds; null: never. */
  end_when_idle_seconds: z.int().min(1).max(IDLE_END_MAX).nullable().optional(),
});
export type SessionPatch = z.infer<typeof sessionPatchSchema>;
export type SessionPatchInput = z.input<typeof sessionPatchSchema>;

/** `DELETE /api/sessions/:id`, `POST .../interrupt`: returns the resulting session. */
export const screenSchema = z.object({
  text: z.string(),
  columns: countSchema,
  rows: countSchema,
  cursor: z.object({ column: countSchema, row: countSchema }).optional(),
});
export type Screen = z.infer<typeof screenSchema>;

/** `GET /api/sessions/:id/attach`: how a terminal on this machine attaches to the run's own screen. */
export const terminalAccessSchema = z.object({ command: z.array(z.string()) });
export type TerminalAccess = z.infer<typeof terminalAccessSchema>;
