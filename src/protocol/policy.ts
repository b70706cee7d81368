/**
 * `policy.json`: the rules that answer on a person's behalf. Owns their format; `core/policy` interprets
 * them.
 */
import { z } from 'zod';
import { interactionKindSchema } from './interactions.ts';
import { chosenModeSchema, countSchema, sessionIdSchema } from './primitives.ts';

const words = z.string().min(1).max(2000);
const oneOrMore = <Item extends z.ZodType>(item: Item) => z.union([item, z.array(item).min(1).max(200)]);
const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "09:30"');

const days = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']);

/** Days and local time. */
export const ruleTimeSchema = z.strictObject({
  days: z.array(days).min(1).optional().describe('Days on which the time starts; every day by default.'),
  from: clock.optional().describe('Local time. If later than "to", the range spans midnight.'),
  to: clock.optional().describe('Local time, exclusive.'),
});
export type RuleTime = z.infer<typeof ruleTimeSchema>;

/** All given conditions must hold; of a list, one. Editors show the descriptions. */
export const ruleMatchSchema = z.strictObject({
  kind: oneOrMore(interactionKindSchema)
    .optional()
    .describe('By default: permissions for an allow, questions for an answer, all kinds otherwise.'),
  tool: oneOrMore(words)
    .optional()
    .describe('Names of tools; "*" stands for any characters: "mcp__github__*".'),
  command: oneOrMore(words)
    .optional()
    .describe('Bash commands, word by word; "*" as the last word matches any further words: "git log *".'),
  path: oneOrMore(words)
    .optional()
    .describe('Files of Read, Edit, Write and NotebookEdit: "src/**", "~/notes/*.md", "/etc/hosts".'),
  url: oneOrMore(words)
    .optional()
    .describe('Addresses of WebFetch, whole or up to a last "*": "https://example.com/docs/*".'),
  host: oneOrMore(words)
    .optional()
    .describe('Hosts of WebFetch: "example.com", "*.example.com", "example.com:8443".'),
  cwd: oneOrMore(words).optional().describe('Folder of the session: "~/code/**".'),
  session: oneOrMore(sessionIdSchema).optional().describe('Ids of sessions.'),
  permission_mode: oneOrMore(chosenModeSchema)
    .optional()
    .describe('Permission modes of Claude Code; "manual" is "default".'),
  time: ruleTimeSchema.optional().describe('Days and local time.'),
  session_cost_usd_over: z.number().min(0).optional().describe('The session has cost more than this.'),
  day_cost_usd_over: z
    .number()
    .min(0)
    .optional()
    .describe('All sessions have cost more than this since midnight.'),
  subagent: z.boolean().optional().describe('True: only requests from subagents; false: only others.'),
});
export type RuleMatch = z.infer<typeof ruleMatchSchema>;

const DECISIONS = ['allow', 'deny', 'ask', 'stop_session', 'first_option'] as const;

/** What a rule decides. */
export const ruleDecisionSchema = z.union(
  [
    z.enum(DECISIONS),
    z.strictObject({ deny: words }),
    z.strictObject({ answer: z.record(words, oneOrMore(words)) }),
    z.strictObject({ reply: words }),
  ],
  {
    error: `must be ${DECISIONS.map((word) => `"${word}"`).join(', ')}, {"deny": "text"}, {"answer": {"question": "option"}} or {"reply": "text"}`,
  },
);
export type RuleDecision = z.infer<typeof ruleDecisionSchema>;

/** A rule that answers for you. */
export const ruleSchema = z.strictObject({
  name: z.string().min(1).max(100).describe('Named in the audit log as the decider.'),
  enabled: z.boolean().optional().describe('False disables the rule.'),
  match: ruleMatchSchema.describe('All given conditions must hold.'),
  decide: ruleDecisionSchema.describe('The effect if all conditions hold.'),
});
export type Rule = z.infer<typeof ruleSchema>;

/** All rules, in order. */
export const policySchema = z.strictObject({
  $schema: z.string().optional(),
  rules: z
    .array(ruleSchema)
    .max(1000)
    .describe('In order: the first match decides; without one, a person is asked.'),
});
export type Policy = z.infer<typeof policySchema>;
export type PolicyInput = z.input<typeof policySchema>;

export const EMPTY_POLICY: Policy = { rules: [] };

/** A problem in a policy; the line, counted from 1, if it came from a file. */
export const policyProblemSchema = z.object({
  line: countSchema.optional(),
  /** For example `rules[2].match.command`; empty for the whole policy. */
  path: z.string(),
  message: z.string(),
});
export type PolicyProblem = z.infer<typeof policyProblemSchema>;

export const ruleVerdictSchema = z.enum(['allow', 'deny', 'ask', 'stop_session', 'answer']);
/** The decision of rules: `answer` answers a question; `ask` leaves it to a person. */
export type RuleVerdict = z.infer<typeof ruleVerdictSchema>;

/** The rule that decided, by its name and its place in the list, counted from 0. */
export const deciderSchema = z.object({ name: z.string(), index: z.int() });
export type Decider = z.infer<typeof deciderSchema>;

/** One past interaction, and what rules would have decided. */
export const simulatedSchema = z.object({
  interaction_id: z.string(),
  was: z.enum(['allow', 'deny', 'answer', 'withdrawn', 'open', 'unknown']),
  would: ruleVerdictSchema,
  rule: deciderSchema.optional(),
  reason: z.string(),
  /**
   * `wider`: rules would have granted a request that was not granted; `narrower`: the reverse; `ask`: left to
   * a person as before.
   */
  compared: z.enum(['same', 'wider', 'narrower', 'other', 'ask']),
});
export type Simulated = z.infer<typeof simulatedSchema>;
