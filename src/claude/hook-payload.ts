/** The payload that Claude Code posts to a hook, as far as Reins reads it. Unknown fields and events pass through unchanged. */
import { z } from 'zod';

const object = z.record(z.string(), z.unknown());

/** Fields of an unexpected type are treated as absent: a newer Claude Code must not be rejected because of them. */
const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);

export const hookPayloadSchema = z.object({
  session_id: z.uuid(),
  hook_event_name: z.string().min(1),
  transcript_path: text,
  cwd: text,
  new_cwd: text,
  prompt_id: text,
  permission_mode: text,
  model: text,
  agent_id: text,
  agent_type: text,
  tool_name: text,
  tool_use_id: text,
  tool_input: object.optional().catch(undefined),
  permission_suggestions: z.array(z.unknown()).optional().catch(undefined),
  duration_ms: number,
  source: text,
  reason: text,
  error: text,
  trigger: text,
  notification_type: text,
  message: text,
  last_assistant_message: text,
  background_tasks: z.array(object).optional().catch(undefined),
  mcp_server_name: text,
  mode: text,
  requested_schema: z.unknown().optional(),
  url: text,
  elicitation_id: text,
  action: text,
  content: object.optional().catch(undefined),
  prompt: text,
  tool_response: z.unknown().optional(),
  tool_calls: z
    .array(
      z.object({
        tool_use_id: z.string(),
        tool_name: text,
        tool_input: object.optional().catch(undefined),
        tool_response: z.unknown().optional(),
      }),
    )
    .optional()
    .catch(undefined),
  message_id: text,
  index: number,
  final: z.boolean().optional().catch(undefined),
  delta: text,
  compact_summary: text,
});
export type HookPayload = z.infer<typeof hookPayloadSchema>;
