/**
 * The server's dependencies: narrow interfaces that the log, the feed, the keyring and the settings satisfy.
 */

import type { RetryLater } from '../core/retry-later.ts';
import type { UsageSum } from '../core/usage/make-usage-report.ts';
import type { WholeSession } from '../core/whole-session.ts';
import type { Devices } from '../hub/access/devices.ts';
import type { Keyring } from '../hub/access/keyring.ts';
import type { Presence } from '../hub/access/presence.ts';
import type { Completion } from '../hub/completion/completion.ts';
import type { BothAudits } from '../hub/fleet/both-audits.ts';
import type { BothLive } from '../hub/fleet/both-live.ts';
import type { BothLogs } from '../hub/fleet/both-logs.ts';
import type { FleetAdmin } from '../hub/fleet/fleet-admin.ts';
import type { FleetService } from '../hub/fleet/fleet-service.ts';
import type { PlacedEvent } from '../hub/fleet/log-place.ts';
import type { LogRetention } from '../hub/home/log-retention.ts';
import type { SettingsStore } from '../hub/home/settings.ts';
import type { HookOrigin, WaitingHook } from '../hub/intake/hook-intake.ts';
import type { Notifications } from '../hub/notifications.ts';
import type { PolicyRequests } from '../hub/policy/policy-requests.ts';
import type { HubSetup } from '../hub/setup.ts';
import type { PermissionRules } from '../hub/steering/permission-rules.ts';
import type { Steering as HubSteering } from '../hub/steering/steering.ts';
import type { PromptImages } from '../hub/transcripts/prompt-images.ts';
import type { Identity } from '../protocol/access.ts';
import type { HistoryStatus, SearchHit, SearchQuery } from '../protocol/history.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { UsageQuery } from '../protocol/usage.ts';

export interface ServerDeps {
  /** Identifies the log of this hub. */
  readonly epoch: string;
  readonly reader: Reader;
  readonly feed: EventFeed;
  readonly live: LiveFeed;
  readonly tokens: Tokens;
  readonly devices: Pick<Devices, 'invite' | 'pair' | 'list' | 'change' | 'remove'>;
  readonly notifications: Pick<
    Notifications,
    | 'state'
    | 'subscribe'
    | 'unsubscribe'
    | 'prefer'
    | 'test'
    | 'receipt'
    | 'deliveries'
    | 'testChannels'
    | 'rotateKeys'
  >;
  readonly settings: Pick<SettingsStore, 'get' | 'patch'>;
  readonly setup: Pick<HubSetup, 'get' | 'startSample'>;
  readonly steering: Steering;
  readonly completion: Pick<Completion, 'commands' | 'models' | 'files' | 'folders'>;
  readonly permissionRules: Pick<PermissionRules, 'of'>;
  readonly promptImages: Pick<PromptImages, 'of'>;
  readonly answers: Answers;
  readonly history: HistoryAccess;
  readonly retention: Pick<LogRetention, 'prune' | 'bytesPerDay'>;
  readonly audit: AuditSource;
  readonly presence: Pick<Presence, 'enter'>;
  readonly policy: Pick<PolicyRequests, 'get' | 'replace' | 'simulate'>;
  readonly fleet: FleetAccess;
  readonly fleetAdmin: Pick<FleetAdmin, 'invite' | 'remove'>;
  /** Proves that this is the hub of its home, see hub/hub-proof.ts. */
  prove(challenge: string, port: number): string;
  /** Host names, in addition to loopback, at which the hub may be reached; ports do not matter. */
  allowedHosts(): readonly string[];
  /** The addresses at which other devices can reach the hub, best first. */
  addresses(): readonly string[];
  /** Makes sure that the session's transcript has been read. Fast if it has been, or if there is none. */
  openSession(sessionId: string): Promise<void>;
  /** A session to read from start to end. Undefined if it does not exist. The signal ends the reading. */
  wholeSession(sessionId: string, signal: AbortSignal): Promise<WholeSession | undefined>;
  /** Like the call above, but waits only for the newest part of a long transcript. */
  showSession(sessionId: string): Promise<void>;
  /** While older parts are still being read: the start of the part that the log holds without gaps. */
  completeFrom(sessionId: string): number | undefined;
  /** Resolves once the hook is durable, with the reply. Throws `invalid_request` for anything but a hook. */
  receiveHook(raw: string, origin?: HookOrigin): Promise<HookReply>;
  /** The built page; without it only the API is served. */
  readonly pageFolder?: string | undefined;
  readonly limits?: Partial<Limits>;
}

/** The fleet that the hub is in, if any. */
export type FleetAccess = Pick<
  FleetService,
  | 'list'
  | 'require'
  | 'stateOf'
  | 'untilCopied'
  | 'membership'
  | 'forward'
  | 'refresh'
  | 'onChange'
  | 'isShared'
  | 'isSharedFolder'
  | 'openTerminal'
  | 'waitingPrompts'
  | 'promptsFor'
>;

/** The audit log, in a fleet that of all hosts. */
export type AuditSource = Pick<BothAudits, 'page'>;

export type { HookOrigin, WaitingHook };
/** The JSON for Claude Code, or a status for the script that carries it. */
export type HookReply = object | RetryLater;

/** Answers pending requests. Throws ReinsError. */
export interface Answers {
  /** Resolves with the closed interaction. `key` makes a repeated call harmless. */
  answer(interactionId: string, body: unknown, by: AnsweringIdentity): Promise<Interaction>;
}

export interface AnsweringIdentity extends Identity {
  readonly key?: string | undefined;
}

/** Past sessions. Throws `history_unavailable`. */
export interface HistoryAccess {
  search(query: SearchQuery): Promise<{ hits: readonly Omit<SearchHit, 'title'>[]; nextCursor?: string }>;
  /** Sums of tokens, as fine as the group needs. */
  usage(selection: Omit<UsageQuery, 'limit'>): UsageSum[];
  status(): HistoryStatus;
}

/** The server's timeouts and limits. */
export interface Limits {
  /** Time between two heartbeats on a silent stream. */
  readonly heartbeatMs: number;
  /** Time between two checks whether a device in the foreground still responds. */
  readonly presenceMs: number;
  /** A client that reads nothing for this long is dropped; it can resume. */
  readonly drainMs: number;
  readonly bodyBytes: number;
  readonly hookBytes: number;
  /** A message may carry images. */
  readonly messageBytes: number;
  /** Maximum size of a page of a conversation. */
  readonly pageBytes: number;
  /** Streams and sockets of one caller: far more than anyone has tabs. */
  readonly streams: number;
}

export const DEFAULT_LIMITS: Limits = {
  heartbeatMs: 15_000,
  presenceMs: 5000,
  drainMs: 30_000,
  bodyBytes: 1024 * 1024,
  hookBytes: 32 * 1024 * 1024,
  messageBytes: 20 * 1024 * 1024,
  pageBytes: 1024 * 1024,
  streams: 250,
};

export type StoredEvent = PlacedEvent;
export type EventFeed = Pick<BothLogs, 'follow'>;

/** Text while it is being written. */
export type LiveFeed = Pick<BothLive, 'current' | 'follow'>;

/**
 * The log of this hub and, in a fleet, those of other hosts. Sessions are named by their keys. Every call is
 * synchronous: the results of two consecutive calls are consistent.
 */
export type Reader = Omit<BothLogs, 'follow'>;

export type Tokens = Pick<Keyring, 'identify' | 'identifyDevice' | 'list' | 'add' | 'remove' | 'onRemove'>;

/** Starting, prompting, changing and ending sessions. */
export type Steering = Pick<
  HubSteering,
  | 'create'
  | 'resume'
  | 'fork'
  | 'takeover'
  | 'change'
  | 'interrupt'
  | 'stop'
  | 'send'
  | 'queue'
  | 'changeMessage'
  | 'removeMessage'
  | 'screen'
  | 'terminal'
  | 'runTerminal'
>;
