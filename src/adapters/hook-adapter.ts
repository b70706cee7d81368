/**
 * Turns hook payloads into facts. Pure. Every hook is stored verbatim, known or not. Beyond that, only facts
 * are used that the transcript does not contain, or contains identically a moment later: conversation text is
 * left to the transcript, and to hook-conversation.ts if there is none to read.
 */
import type { HookPayload } from '../claude/hook-payload.ts';
import type { Draft } from '../core/draft.ts';
import { opened } from '../core/interaction-facts.ts';
import type { EventBody, Observed } from '../protocol/events.ts';
import { plainMode } from '../protocol/permission-modes.ts';
import { formInput } from './form-input.ts';
import { interactionKindOf } from './interaction-kind.ts';
import { ofThread } from './thread.ts';

export interface HookContext {
  /** When it arrived, in milliseconds. */
  readonly at: number;
  /** The body as received. */
  readonly raw: string;
  /** Creates the id of a new interaction. */
  readonly newId: () => string;
}

type Fact = EventBody & { readonly key?: string; readonly item?: string };

export function readHook(payload: HookPayload, { at, raw, newId }: HookContext): Draft[] {
  const { hook_event_name: name, tool_name, tool_use_id, agent_id } = payload;
  const observed = agent_id === undefined ? observations(payload) : undefined;
  const common = { source: 'hook' as const, at };
  const received: Draft = {
    type: 'hook_received',
    ...common,
    name,
    ...(tool_name !== undefined && { tool_name }),
    ...(tool_use_id !== undefined && { tool_use_id }),
    ...(observed && { observed }),
    raw,
  };
  const facts = Object.hasOwn(READERS, name) ? (READERS[name]?.(payload, newId) ?? []) : [];
  const agentId = isOfConversation(name) ? agent_id : undefined;
  return [received, ...facts.map((fact): Draft => ({ ...ofThread(fact, agentId), ...common }))];
}

type Reader = (payload: HookPayload, newId: () => string) => Fact[];

const READERS: Readonly<Record<string, Reader>> = {
  SessionStart: ({ source }) => [{ type: 'session_started', how: source ?? 'startup' }],
  SessionEnd: ({ reason }) => [{ type: 'session_ended', reason: reason ?? 'other' }],
  PreToolUse: ({ tool_use_id, tool_name, tool_input }) => {
    if (tool_use_id === undefined) return [];
    const item = `tool:${tool_use_id}`;
    return [
      { type: 'tool_started', key: item, item, tool_use_id, name: tool_name ?? '', input: tool_input ?? {} },
    ];
  },
  PostToolUse: timed,
  PostToolUseFailure: timed,
  PermissionRequest: (payload, newId) => {
    const { tool_name = '', tool_input: input = {}, permission_suggestions: suggestions = [] } = payload;
    const kind = interactionKindOf(tool_name);
    return [opened(newId(), { kind, tool_name, input, suggestions, ...circumstances(payload) })];
  },
  Elicitation: (payload, newId) => [
    opened(newId(), { kind: 'elicitation', input: formInput(payload), ...circumstances(payload) }),
  ],
  Stop: ({ prompt_id, background_tasks }) => [
    ...(prompt_id === undefined ? [] : [turnEnd(prompt_id, 'completed')]),
    ...(background_tasks ? [{ type: 'background_tasks_changed' as const, tasks: background_tasks }] : []),
  ],
  StopFailure: ({ prompt_id, error }) =>
    prompt_id === undefined ? [] : [turnEnd(prompt_id, 'failed', error)],
  // Compaction runs its own subagents, which have no type: they do not concern people.
  SubagentStart: ({ agent_id, agent_type }) =>
    agent_id && agent_type
      ? [{ type: 'agent_started', key: `agent:${agent_id}`, subagent_id: agent_id, agent_type }]
      : [],
  SubagentStop: ({ agent_id, agent_type, last_assistant_message: text }) =>
    agent_id && agent_type
      ? [
          {
            type: 'agent_finished',
            key: `agent-end:${agent_id}`,
            subagent_id: agent_id,
            ...(text !== undefined && { text }),
          },
        ]
      : [],
  PreCompact: ({ trigger }) => [{ type: 'compaction_started', trigger: trigger ?? 'auto' }],
  Notification: ({ notification_type, message }) => [
    { type: 'notification_raised', kind: notification_type ?? 'other', message: message ?? '' },
  ],
};

/** The values that rules may use, at that moment. */
function circumstances({ cwd, permission_mode }: HookPayload): { cwd?: string; permission_mode?: string } {
  return { ...(cwd && { cwd }), ...(permission_mode && { permission_mode: plainMode(permission_mode) }) };
}

function timed({ tool_use_id, duration_ms }: HookPayload): Fact[] {
  if (tool_use_id === undefined || duration_ms === undefined) return [];
  const item = `tool:${tool_use_id}`;
  return [{ type: 'tool_timed', key: `tool-time:${tool_use_id}`, item, tool_use_id, duration_ms }];
}

function turnEnd(promptId: string, outcome: 'completed' | 'failed', error?: string): Fact {
  const id = `end:${promptId}`;
  return { type: 'turn_finished', key: id, item: id, prompt_id: promptId, outcome, ...(error && { error }) };
}

/** Facts of a subagent's own conversation, as opposed to facts about the subagent. */
function isOfConversation(name: string): boolean {
  return name !== 'SubagentStart' && name !== 'SubagentStop' && name !== 'Stop';
}

function observations({
  cwd,
  permission_mode,
  model,
  hook_event_name,
  new_cwd,
}: HookPayload): Observed | undefined {
  const observed = {
    ...(cwd && { cwd }),
    ...(permission_mode && { permission_mode }),
    ...(hook_event_name === 'SessionStart' && model && { model }),
    ...(hook_event_name === 'CwdChanged' && new_cwd && { cwd: new_cwd }),
  };
  return Object.keys(observed).length > 0 ? observed : undefined;
}
