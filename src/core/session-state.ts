/** What the reducer remembers about a session: everything but the conversation, so it stays small however long that is. */

import type { Autonomy } from '../protocol/autonomy.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { Message } from '../protocol/messages.ts';
import type { Source, Usage } from '../protocol/primitives.ts';
import type { Agent, Capability, DriverName, Run, Task, TouchedFile } from '../protocol/session.ts';
import type { QueueStep } from './claude-queue.ts';
import type { Latest } from './latest.ts';
import type { Observations } from './observe.ts';
import type { PromptName } from './prompt-names.ts';

/** A call that changes tasks: it counts once both its input and its success are known. */
export interface TaskCall {
  readonly at?: number;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly isDone?: boolean;
}

export interface SessionState {
  readonly session_id: string;
  readonly host: string;
  seq: number;
  observed: Observations;
  /** The permission mode that somebody last chose through the hub. */
  chosen_mode?: Latest<string>;
  started_at?: number;
  last_activity_at?: number;
  /** Processes that serve or served the session, by pid and start mark. */
  runs: Record<string, Run & { ended_at?: number; has_moved?: true }>;
  /** What Claude Code itself said about living and ending, for sessions whose processes we cannot see. */
  life?: Latest<'live' | 'ended'>;
  /** Hooks have told of its conversation: its transcript, should one turn up, would tell the same again. */
  told_by_hooks?: true;
  /** `starting`: the last process has ended, and a next one has not told anything yet. */
  activity?: Latest<{
    readonly now: 'starting' | 'working' | 'waiting' | 'idle';
    readonly waiting_for?: string;
    readonly source?: Source;
  }>;
  /** When the process was last seen waiting for a person. */
  waiting_since?: number;
  /** When it was last seen to wait no longer, and what it did instead. */
  waited?: { readonly until: number; readonly then: 'working' | 'idle' };
  /** The newest tool call of the main conversation, in few words. */
  doing?: Latest<string>;
  /** The newest prompts by the names that hooks have for them. */
  prompt_names?: readonly PromptName[];
  /** When the hub last interrupted it. */
  interrupted_at?: number;
  /** When a turn of the main conversation last ended. */
  turn_ended_at?: number;
  continued_as?: string;
  usage: Usage;
  usage_by_model: Record<string, Usage>;
  cost?: Latest<number>;
  interactions: Record<string, Interaction>;
  /** What happened to Claude Code's own queue. */
  queue_steps?: readonly QueueStep[];
  /** Prompts sent through the hub. */
  messages: Record<string, Message>;
  /** How the hub controls the session. */
  control?: Latest<{ readonly driver: DriverName; readonly capabilities: readonly Capability[] }>;
  /** The hub is starting a process that has not been seen yet. */
  is_starting?: boolean;
  /** False when Claude Code keeps no transcript: then its output stream alone tells the conversation. */
  persists?: boolean;
  /** Claude Code, or somebody, has removed the transcript. */
  transcript_gone?: Latest<boolean>;
  relay?: boolean;
  /** `due`: the report that asks for a decision to continue; `message_id`: the newest prompt to do so. */
  autonomy?: Autonomy & { readonly due?: number; readonly message_id?: string };
  forked_from?: string;
  warnings: { readonly code: string; readonly message: string; readonly at: string }[];
  agents: Record<string, Agent>;
  /** Deleted ones included. */
  tasks: Record<string, Task>;
  /** Until it is known whether they succeeded. */
  task_calls?: Record<string, TaskCall>;
  /** When each task, or the list of them, was last changed. */
  tasks_at?: Record<string, number>;
  files: Record<string, TouchedFile>;
  plan?: Latest<{ readonly text: string; readonly tool_use_id: string }>;
  background_tasks?: Latest<Record<string, unknown>[]>;
  /** When each background task was first heard of. */
  background_since?: Record<string, number>;
  mcp_servers?: Latest<Record<string, unknown>[]>;
  rate_limit?: Latest<Record<string, unknown>>;
  last_error?: Latest<{ readonly error: string; readonly message: string }>;
  retry?: Latest<Record<string, unknown> | null>;
  compactions: number;
  /** Tokens that the newest message of the main conversation was given to read. */
  context?: Latest<number>;
}

export function emptyUsage(): Usage {
  return { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
}

export function emptySession(session_id: string, host: string): SessionState {
  return {
    session_id,
    host,
    seq: 0,
    observed: {},
    runs: {},
    usage: emptyUsage(),
    usage_by_model: {},
    interactions: {},
    messages: {},
    warnings: [],
    agents: {},
    tasks: {},
    files: {},
    compactions: 0,
  };
}
