/** The reducer's state of a session: everything but the conversation, so it stays small. */

import type { Autonomy } from '../protocol/autonomy.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { Message } from '../protocol/messages.ts';
import type { Source, Usage } from '../protocol/primitives.ts';
import type { Agent, Capability, DriverName, Run, Task, TouchedFile } from '../protocol/session.ts';
import type { QueueStep } from './claude-queue.ts';
import type { Latest } from './latest.ts';
import type { Observations } from './observe.ts';
import type { PromptName } from './prompt-names.ts';
import { emptyUsage } from './usage/add-usage.ts';

/** A call that changes tasks: it counts once both its input and its success are known. */
export interface TaskCall {
  readonly at?: number;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly isDone?: boolean;
}

/** Shared by many readers: a change creates a new object. */
export interface SessionState {
  readonly session_id: string;
  readonly host: string;
  readonly seq: number;
  readonly observed: Observations;
  /** The permission mode last chosen through the hub. */
  readonly chosen_mode?: Latest<string>;
  readonly started_at?: number;
  readonly last_activity_at?: number;
  /** Current and past processes of the session, by pid and start mark. */
  readonly runs: Readonly<Record<string, Run & { ended_at?: number; has_moved?: true }>>;
  /** Claude Code's own reports of start and end, for sessions whose processes are not visible. */
  readonly life?: Latest<'live' | 'ended'>;
  /** Hooks have reported its conversation: a transcript found later would report the same again. */
  readonly told_by_hooks?: true;
  /** `starting`: the last process has ended, and the next one has not reported anything yet. */
  readonly activity?: Latest<{
    readonly now: 'starting' | 'working' | 'waiting' | 'idle';
    readonly waiting_for?: string;
    readonly source?: Source;
  }>;
  /** When the process was last seen waiting for a person. */
  readonly waiting_since?: number;
  /** When it was last seen to stop waiting, and what it did instead. */
  readonly waited?: { readonly until: number; readonly then: 'working' | 'idle' };
  /** The newest tool call of the main conversation, in few words. */
  readonly doing?: Latest<string>;
  /** The newest prompts by their ids in hooks. */
  readonly prompt_names?: readonly PromptName[];
  /** When the hub last interrupted it. */
  readonly interrupted_at?: number;
  /** When a turn of the main conversation last ended. */
  readonly turn_ended_at?: number;
  readonly continued_as?: string;
  readonly usage: Usage;
  readonly usage_by_model: Readonly<Record<string, Usage>>;
  readonly cost?: Latest<number>;
  readonly interactions: Readonly<Record<string, Interaction>>;
  /** The steps of Claude Code's own queue. */
  readonly queue_steps?: readonly QueueStep[];
  /** Prompts sent through the hub. */
  readonly messages: Readonly<Record<string, Message>>;
  /** How the hub controls the session. */
  readonly control?: Latest<{ readonly driver: DriverName; readonly capabilities: readonly Capability[] }>;
  /** The hub is starting a process that has not been seen yet. */
  readonly is_starting?: boolean;
  /** False if Claude Code keeps no transcript: then its output stream alone reports the conversation. */
  readonly persists?: boolean;
  /** The transcript has been deleted, by Claude Code or someone else. */
  readonly transcript_gone?: Latest<boolean>;
  readonly relay?: boolean;
  readonly pinned?: boolean;
  readonly archived?: Latest<boolean>;
  readonly labels?: readonly string[];
  /**
   * `due`: the report that requires a decision to continue; `message_id`: the newest prompt that continues.
   */
  readonly autonomy?: Autonomy & { readonly due?: number; readonly message_id?: string };
  /** How long the session may be idle before the hub ends it; 0: for ever. */
  readonly idle_end_seconds?: number;
  readonly forked_from?: string;
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly at: string }[];
  readonly agents: Readonly<Record<string, Agent>>;
  /** Including deleted ones. */
  readonly tasks: Readonly<Record<string, Task>>;
  /** Until it is known whether they succeeded. */
  readonly task_calls?: Readonly<Record<string, TaskCall>>;
  /** When each task, or the list of them, was last changed. */
  readonly tasks_at?: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, TouchedFile>>;
  readonly plan?: Latest<{ readonly text: string; readonly tool_use_id: string }>;
  readonly background_tasks?: Latest<Readonly<Record<string, unknown>>[]>;
  /** When each background task was first seen. */
  readonly background_since?: Readonly<Record<string, number>>;
  readonly mcp_servers?: Latest<Readonly<Record<string, unknown>>[]>;
  readonly rate_limit?: Latest<Readonly<Record<string, unknown>>>;
  readonly last_error?: Latest<{ readonly error: string; readonly message: string }>;
  readonly retry?: Latest<Readonly<Record<string, unknown>> | null>;
  readonly compactions: number;
  /** Input tokens of the newest message of the main conversation. */
  readonly context?: Latest<number>;
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
