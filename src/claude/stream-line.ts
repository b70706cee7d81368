/** The lines that Claude Code writes in stream-json mode, as far as they become facts. Seen in 2.1.325. */
import { fitFields, shapeOf } from '../lib/fit-fields.ts';
import { MESSAGE_SHAPE, type RowMessage } from './transcript-row.ts';

export interface StreamLine {
  readonly type: string;
  readonly subtype?: string;
  readonly uuid?: string;
  /** The session of the line; lines of the control protocol have none. */
  readonly session_id?: string;
  readonly timestamp?: string;

  // user, assistant: like rows of a transcript
  readonly message?: RowMessage;
  /** The call that started this line's subagent; null in the main conversation. */
  readonly parent_tool_use_id?: string | null;
  readonly agent_id?: string;
  readonly aborted?: boolean;
  readonly is_api_error_message?: boolean;
  readonly api_error_status?: number | null;
  readonly error?: unknown;
  readonly tool_use_result?: unknown;
  readonly tool_result_meta?: readonly {
    readonly id?: string;
    readonly permission_decision?: { readonly decision?: string; readonly source?: string };
  }[];
  /** Text from Claude Code itself, such as the summary after a compaction. */
  readonly isSynthetic?: boolean;
  /** An echo of a slash command's output. */
  readonly local_command_source?: string;

  // stream_event
  readonly event?: StreamEvent;
  readonly api_message_id?: string;

  // system
  readonly cwd?: string;
  readonly model?: string;
  readonly permissionMode?: string;
  readonly claude_code_version?: string;
  readonly mcp_servers?: readonly Record<string, unknown>[];
  readonly state?: string;
  readonly status?: string | null;
  readonly title?: string;
  readonly attempt?: number;
  readonly max_retries?: number;
  readonly retry_delay_ms?: number;
  readonly error_status?: number | null;
  readonly tasks?: readonly Record<string, unknown>[];
  readonly task_id?: string;
  readonly task_type?: string;
  readonly subagent_type?: string;
  readonly description?: string;
  readonly tool_use_id?: string;
  readonly summary?: string;
  readonly compact_metadata?: {
    readonly trigger?: string;
    readonly pre_tokens?: number;
    readonly post_tokens?: number;
  };
  readonly rate_limit_info?: Record<string, unknown>;

  // command_lifecycle
  readonly command_uuid?: string;

  // conversation_reset
  readonly trigger?: string;

  // control_request, control_cancel_request
  readonly request_id?: string;
  readonly request?: ControlRequest;

  // result
  /** Set if no prompt caused the turn. */
  readonly origin?: { readonly kind?: string };
  readonly is_error?: boolean;
  readonly terminal_reason?: string;
  readonly errors?: readonly string[];
  readonly result?: string;
  readonly structured_output?: unknown;
  readonly local_command?: string;
  readonly num_turns?: number;
  readonly duration_ms?: number;
  readonly total_cost_usd?: number;
  readonly user_message_uuids?: readonly string[];
  readonly modelUsage?: Readonly<Record<string, { readonly costBasis?: string }>>;
  readonly model_usage_since_last_result?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A chunk of the API's own stream. */
export interface StreamEvent {
  readonly type: string;
  readonly index?: number;
  readonly delta?: { readonly type?: string; readonly text?: string; readonly thinking?: string };
}

/** A request from Claude Code to the program that runs it. */
export interface ControlRequest {
  readonly subtype?: string;
  readonly tool_name?: string;
  readonly input?: Record<string, unknown>;
  readonly permission_suggestions?: readonly unknown[];
  /** The reason for the request; `mode` if it is the permission mode, seen in plan mode. */
  readonly decision_reason_type?: string;
  readonly tool_use_id?: string;
  readonly agent_id?: string;
  readonly mcp_server_name?: string;
  readonly message?: string;
  readonly mode?: string;
  readonly requested_schema?: unknown;
  readonly url?: string;
  readonly elicitation_id?: string;
}

const EVENT = shapeOf({ text: 'type', number: 'index' }, { delta: shapeOf({ text: 'type text thinking' }) });
const REQUEST = shapeOf({
  text: 'subtype tool_name decision_reason_type tool_use_id agent_id mcp_server_name message mode url elicitation_id',
  record: 'input',
  list: 'permission_suggestions',
});
const LINE = shapeOf(
  {
    text:
      'type subtype uuid session_id timestamp agent_id local_command_source api_message_id cwd model permissionMode ' +
      'claude_code_version state title task_id task_type subagent_type description tool_use_id summary command_uuid ' +
      'trigger request_id terminal_reason result local_command',
    'text or null': 'parent_tool_use_id status',
    number: 'attempt max_retries retry_delay_ms num_turns duration_ms total_cost_usd',
    texts: 'errors user_message_uuids',
    record: 'rate_limit_info',
    records: 'tool_result_meta mcp_servers tasks',
    table: 'modelUsage model_usage_since_last_result',
  },
  {
    message: MESSAGE_SHAPE,
    event: EVENT,
    request: REQUEST,
    origin: shapeOf({ text: 'kind' }),
    compact_metadata: shapeOf({ text: 'trigger', number: 'pre_tokens post_tokens' }),
  },
);

/** Without known fields of an unexpected type. */
export function fitLine(line: StreamLine): StreamLine {
  return fitFields(line, LINE);
}
