/** The record of a chaos run: plain data, everything that the model checks. */
import type { SessionAnswer } from '../../src/protocol/api.ts';
import type { AuditEntry } from '../../src/protocol/audit.ts';
import type { Item } from '../../src/protocol/conversation.ts';
import type { ReinsEvent } from '../../src/protocol/events.ts';
import type { TranscriptRow } from '../../stage/transcript.ts';
import type { ClientName } from './plan/clients.ts';
import type { Fault } from './plan/faults.ts';
import type { Plan, PlannedSession } from './plan/plan.ts';

export interface RunRecord {
  readonly plan: Plan;
  /** All times are milliseconds of the test's own clock. */
  readonly startedAt: number;
  readonly sessions: readonly SessionRecord[];
  readonly calls: readonly CallRecord[];
  readonly faults: readonly FaultRecord[];
  readonly audit: readonly AuditEntry[];
  readonly requests: readonly RequestRecord[];
  /** Starts of the hub that failed. */
  readonly failedStarts: readonly FailedStart[];
  /** Processes left after `reins down --stop-sessions`, by their command lines. */
  readonly leftovers: readonly string[];
}

export interface SessionRecord {
  readonly plan: PlannedSession;
  /** What each watcher received, in order. */
  readonly watched: Readonly<Record<WatcherKind, readonly WatchedEvent[]>>;
  /** Messages that no watcher may get, such as `reset`. */
  readonly resets: readonly string[];
  /** Read from the start after quiet. */
  readonly events: readonly ReinsEvent[];
  /** Read from the start once more, after a last restart of the hub. */
  readonly eventsAfterRestart: readonly ReinsEvent[];
  readonly view: SessionAnswer;
  readonly items: readonly Item[];
  readonly transcript: readonly TranscriptRow[];
  /** The lines that its commands have left, one per executed command. */
  readonly ran: readonly string[];
}

export type WatcherKind = 'sse' | 'socket';

export interface WatchedEvent {
  readonly at: number;
  readonly event: ReinsEvent;
}

/** One call of a client and its outcome. */
export interface CallRecord {
  readonly what: 'send' | 'answer';
  readonly client: ClientName;
  /** The message id, or the interaction id. */
  readonly target: string;
  readonly sessionId: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly endedAt: number;
  /** Absent if the connection broke. */
  readonly status?: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
  readonly response?: any;
  readonly error?: string;
}

export interface FaultRecord {
  readonly fault: Fault;
  readonly at: number;
  readonly endedAt: number;
  /** Why it was not performed. */
  readonly skipped?: string;
}

/** One request to the model. */
export interface RequestRecord {
  readonly at: number;
  readonly sessionId: string;
  /** The user's text in the whole request, one entry per block of text. */
  readonly said: readonly string[];
  readonly results: readonly { readonly toolUseId: string; readonly text: string }[];
}

export interface FailedStart {
  readonly at: number;
  readonly output: string;
}

/** A violated rule. */
export interface Violation {
  readonly rule: string;
  readonly message: string;
  readonly sessionId?: string;
  /** The message id or interaction id whose timeline explains it. */
  readonly about?: string;
}

/** True while the fault was active, or a moment before or after. */
export function isDuring({ at, endedAt }: FaultRecord, moment: number, marginMs = 0): boolean {
  return moment >= at - marginMs && moment <= endedAt + marginMs;
}
