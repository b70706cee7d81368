/** Lines of type `system`: the state of the process, its observations, retries, tasks, subagents. */
import type { StreamLine } from '../claude/stream-line.ts';
import { isEqual } from '../core/same-fact.ts';
import type { SessionState } from '../core/session-state.ts';
import type { Observed } from '../protocol/events.ts';
import { keepLine } from './stream-keep.ts';
import {
  type LineReading,
  NOTHING,
  type StreamContext,
  type StreamFact,
  type StreamState,
} from './stream-state.ts';

export function readSystemLine(
  line: StreamLine,
  whole: StreamLine,
  context: StreamContext,
  { sessionId }: StreamState,
): LineReading {
  const { subtype = '' } = line;
  if (REPORTED_ELSEWHERE.has(subtype)) return NOTHING;
  const reader = READERS.get(subtype);
  if (!reader) return keepLine(whole, context, `stream/system/${subtype}`);
  return { facts: reader(line, context.session(sessionId)) };
}

/** Bookkeeping, progress, and what the transcript, hooks or other lines contain. */
const REPORTED_ELSEWHERE: ReadonlySet<string> = new Set([
  'compact_boundary',
  'thinking_tokens',
  'permission_denied',
  'local_command_output',
  'files_persisted',
  'hook_started',
  'hook_progress',
  'hook_response',
  'task_progress',
  'task_updated',
]);

type Reader = (line: StreamLine, session: SessionState | undefined) => StreamFact[];

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [
    'init',
    ({ uuid, mcp_servers, ...line }, session) => {
      const { cwd, model, permissionMode, claude_code_version } = line;
      const seen = {
        ...(cwd && { cwd }),
        ...(model && { model }),
        ...(permissionMode && { permission_mode: permissionMode }),
        ...(claude_code_version && { claude_version: claude_code_version }),
      };
      const servers = [...(mcp_servers ?? [])];
      const isNew = !isEqual(servers, session?.mcp_servers?.value ?? []);
      return [
        ...described(`init:${uuid}`, seen, session),
        ...(isNew ? [{ type: 'mcp_servers_changed' as const, key: `mcp:${uuid}`, servers }] : []),
      ];
    },
  ],
  [
    'session_state_changed',
    ({ uuid, state = '' }) => {
      const activity = ACTIVITIES.get(state);
      return activity ? [{ type: 'activity_changed', key: `activity:${uuid}`, activity }] : [];
    },
  ],
  [
    'status',
    ({ uuid, status, permissionMode }, session) => [
      ...(status === 'compacting'
        ? [
            {
              type: 'compaction_started' as const,
              key: `compacting:${uuid}`,
              trigger: compactionTrigger(session),
            },
          ]
        : []),
      ...(permissionMode ? described(`mode:${uuid}`, { permission_mode: permissionMode }, session) : []),
    ],
  ],
  [
    'session_title_changed',
    ({ uuid, title }, session) =>
      title ? described(`title:${uuid}`, { title, title_rank: 3 }, session) : [],
  ],
  [
    'api_retry',
    ({ uuid, attempt = 0, max_retries, retry_delay_ms, error_status, error }) => [
      {
        type: 'api_retried',
        key: `retry:${uuid}`,
        attempt,
        ...(max_retries !== undefined && { max_attempts: max_retries }),
        ...(retry_delay_ms !== undefined && { delay_ms: retry_delay_ms }),
        ...(typeof error_status === 'number' && { status: error_status }),
        ...(typeof error === 'string' && { error }),
      },
    ],
  ],
  [
    'background_tasks_changed',
    ({ uuid, tasks = [] }) => [{ type: 'background_tasks_changed', key: `tasks:${uuid}`, tasks: [...tasks] }],
  ],
  [
    'task_started',
    ({ task_id, task_type, subagent_type = '', description, tool_use_id }) =>
      task_id !== undefined && task_type === SUBAGENT
        ? [
            {
              type: 'agent_started',
              key: `agent:${task_id}`,
              subagent_id: task_id,
              agent_type: subagent_type,
              ...(description !== undefined && { description }),
              ...(tool_use_id !== undefined && { tool_use_id }),
            },
          ]
        : [],
  ],
  [
    'task_notification',
    ({ task_id, summary: text }, session) =>
      task_id !== undefined && session?.agents[task_id]
        ? [
            {
              type: 'agent_finished',
              key: `agent-end:${task_id}`,
              subagent_id: task_id,
              ...(text !== undefined && { text }),
            },
          ]
        : [],
  ],
]);

const SUBAGENT = 'local_agent';

const ACTIVITIES: ReadonlyMap<string, 'working' | 'waiting' | 'idle'> = new Map([
  ['running', 'working'],
  ['requires_action', 'waiting'],
  ['idle', 'idle'],
]);

/** Every turn starts with the same description: only changes are reported. */
function described(key: string, seen: Observed, session: SessionState | undefined): StreamFact[] {
  const known = session?.observed ?? {};
  const fields = (Object.keys(seen) as (keyof Observed)[]).filter(
    (field) => field !== 'title_rank' && known[field]?.value !== seen[field],
  );
  if (fields.length === 0) return [];
  const observed = Object.fromEntries(
    Object.entries(seen).filter(([field]) => isReportedWith(fields, field)),
  );
  return [{ type: 'session_described', key, fields, observed }];
}

/** A title is reported with its rank. */
function isReportedWith(fields: readonly string[], field: string): boolean {
  return fields.includes(field) || (field === 'title_rank' && fields.includes('title'));
}

/** The stream does not name the sender; the last accepted message does. */
function compactionTrigger(session: SessionState | undefined): string {
  const taken = Object.values(session?.messages ?? {}).filter(({ state }) => state === 'accepted');
  taken.sort((a, b) => (a.ended_at ?? '').localeCompare(b.ended_at ?? ''));
  return taken.at(-1)?.text.startsWith('/compact') ? 'manual' : 'auto';
}
