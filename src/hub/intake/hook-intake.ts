/** Records hooks in the log. Parses each body once; hooks that arrive together share one transaction. */
import { randomUUID } from 'node:crypto';
import { readHook } from '../../adapters/hook-adapter.ts';
import { leaveToStream } from '../../adapters/leave-to-stream.ts';
import { type HookPayload, hookPayloadSchema } from '../../claude/hook-payload.ts';
import type { Draft } from '../../core/draft.ts';
import type { RetryLater } from '../../core/retry-later.ts';
import type { SessionState } from '../../core/session-state.ts';
import { type FlagInteraction, flagOpening } from '../../interactions/flag-opening.ts';
import { closedBefore, foundBefore } from '../../interactions/found-before.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { uuidFrom } from '../../lib/uuid-from.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Batch, EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { HookOrder } from './hook-order.ts';
import { keepReliable } from './keep-reliable.ts';
import type { TurnEnds } from './turn-ends.ts';

/** What the sender adds to a hook. */
export interface HookOrigin {
  /** The machine it comes from, if that may be another one. */
  readonly host?: string | undefined;
  /** This hub receives nothing but hooks from there: they must provide the conversation too. */
  readonly hooksOnly?: boolean;
  /** A number that increases with each hook of a session. */
  readonly order?: number | undefined;
  /** Set when the sender waits for a decision. */
  readonly waiting?: WaitingHook | undefined;
}

/** A caller that waits for a decision. Both ids identify the same request after a restart of the hub. */
export interface WaitingHook {
  /** Of Claude Code. */
  readonly pid: number;
  readonly script: string;
  /** Claude Code is blocked meanwhile and does not show its dialog. */
  readonly isBlocking: boolean;
  /** It was asked to call again and wait. */
  readonly retries: boolean;
  /** Fires when the caller stops waiting. */
  readonly signal: AbortSignal;
}

/** Returns the reply to a request, immediately or once it is decided. */
export type HoldHook = (interactionId: string, waiting: WaitingHook) => Promise<object | RetryLater>;

/** Derives the conversation of a session from its hooks if there is no other source. */
export interface ConversationMaker {
  read(payload: HookPayload, at: number): readonly Draft[];
}

/** The caller waits for the reply, and the order of these does not matter. */
const ASKS: ReadonlySet<string> = new Set(['PermissionRequest', 'Elicitation']);

/** The newest hook is among this many of the newest events. */
const LOOKED_BACK = 50;

interface Waiting extends Batch {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface HookIntakeOptions {
  readonly log: EventLog;
  readonly reader: Pick<LogReader, 'session' | 'items' | 'events' | 'positionOfSeq'>;
  readonly conversations: ConversationMaker;
  readonly ends: TurnEnds;
  readonly holdRequest: HoldHook;
  /** Called for every hook that has been logged. */
  readonly onHook: (payload: HookPayload) => void;
  readonly flagInteraction: FlagInteraction;
  /** Brings the log up to date with the session's transcript. */
  readonly readTranscript: (sessionId: string) => Promise<void>;
  readonly now: Clock;
}

export class HookIntake {
  readonly #options: HookIntakeOptions;
  readonly #order: HookOrder;
  #waiting: Waiting[] = [];

  constructor(options: HookIntakeOptions) {
    this.#options = options;
    this.#order = new HookOrder(options.now, (sessionId) => this.#newestHook(sessionId));
  }

  /**
   * Resolves once the hook is durable, with the reply for Claude Code. Throws `forbidden` for a hook from another machine
   * than the one that the session runs on.
   */
  async receive(
    raw: string,
    { host, hooksOnly, order, waiting }: HookOrigin = {},
  ): Promise<object | RetryLater> {
    const { reader, conversations, ends, holdRequest, now } = this.#options;
    const payload = parseHook(raw);
    const sessionId = payload.session_id;
    this.#requireOwnHost(sessionId, host);
    const isRequest = ASKS.has(payload.hook_event_name);
    const found = isRequest ? await this.#findRequest(payload) : undefined;
    const interactionId =
      isRequest && waiting
        ? (found ?? uuidFrom('ask', sessionId, `${waiting.pid}:${waiting.script}`, raw))
        : undefined;
    // It is already in the log.
    if (interactionId !== undefined && waiting?.retries) return holdRequest(interactionId, waiting);
    const at = hooksOnly ? await this.#order.turn(sessionId, isRequest ? undefined : order) : now();
    const reported = readHook(payload, { at, raw, newId: () => interactionId ?? found ?? randomUUID() });
    // Comes before the hook's other facts: the end of a turn follows its text.
    if (hooksOnly) reported.splice(1, 0, ...conversations.read(payload, at));
    const left = leaveToStream(reported, () => reader.session(sessionId));
    const drafts = flagOpening(
      await this.#keepReliable(left, sessionId),
      sessionId,
      this.#options.flagInteraction,
    );
    const isLate = ({ type }: Draft) => !hooksOnly && type === 'turn_finished';
    const isOver = waiting !== undefined && hasEnded(reader.session(sessionId), waiting.pid);
    const isObsolete = ({ type }: Draft) => isOver && type === 'interaction_opened';
    const current = drafts.filter((draft) => !isLate(draft) && !isObsolete(draft));
    await this.#append({ sessionId, drafts: current, host });
    const late = drafts.filter(isLate);
    if (late.length > 0) void ends.logAfterText(sessionId, payload.last_assistant_message, late);
    this.#options.onHook(payload);
    return interactionId !== undefined && waiting ? holdRequest(interactionId, waiting) : {};
  }

  close(): void {
    this.#order.close();
  }

  #newestHook(sessionId: string): number {
    const { reader } = this.#options;
    const { seq = 0 } = reader.session(sessionId) ?? {};
    for (let before = seq - 1; before >= Math.max(0, seq - LOOKED_BACK); before--) {
      const [event] = reader.events({ after: reader.positionOfSeq(sessionId, before), sessionId, limit: 1 });
      if (event?.raw !== undefined) return Date.parse(JSON.parse(event.json).at);
    }
    return 0;
  }

  /** The request of the same dialog, if it was found before its hook arrived. */
  async #findRequest(payload: HookPayload): Promise<string | undefined> {
    const { reader, readTranscript } = this.#options;
    const state = () => reader.session(payload.session_id);
    const closed = () => closedBefore(reader, state(), payload);
    const open = foundBefore(state(), payload);
    if (open !== undefined || closed() === undefined) return open;
    // The same call may have been made again.
    await readTranscript(payload.session_id).catch(() => {});
    return foundBefore(state(), payload) ?? closed();
  }

  #requireOwnHost(sessionId: string, host = this.#options.log.host): void {
    const known = this.#options.reader.session(sessionId);
    if (!known || known.host === host) return;
    // This machine may have been renamed since.
    if (host === this.#options.log.host && isSeenHere(known)) return;
    throw new ReinsError(
      'forbidden',
      `Session ${sessionId} runs on ${known.host}, so hooks about it are not accepted from ${host}.`,
      { session_id: sessionId },
    );
  }

  /** The transcript may not have been read yet. Only after that does a difference make them unknown. */
  async #keepReliable(drafts: readonly Draft[], sessionId: string): Promise<readonly Draft[]> {
    const { reader, readTranscript } = this.#options;
    const kept = () => drafts.map((draft) => keepReliable(draft, reader.session(sessionId)));
    const first = kept();
    if (first.every((draft, index) => draft === drafts[index])) return drafts;
    await readTranscript(sessionId).catch(() => {});
    return kept();
  }

  #append(batch: Batch): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#flush());
      this.#waiting.push({ ...batch, resolve, reject });
    });
  }

  #flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      this.#options.log.append(batch);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

/** More than hooks: its processes or its transcript are on this machine. */
function isSeenHere({ runs, observed }: SessionState): boolean {
  return Object.keys(runs).length > 0 || observed.transcript_path !== undefined;
}

/** Its dialog is gone too: a hook may come late, for example after an absence of the hub. */
function hasEnded(state: SessionState | undefined, pid: number): boolean {
  const runs = Object.values(state?.runs ?? {}).filter((run) => run.pid === pid);
  // A process that serves another session may come back to this one.
  return runs.length > 0 && runs.every(({ ended_at, has_moved }) => ended_at !== undefined && !has_moved);
}

/** Throws `invalid_request` for anything but a hook. */
export function parseHook(raw: string): HookPayload {
  let body: unknown;
  try {
    body = parseJson(raw);
  } catch {
    throw new ReinsError('invalid_request', 'The body of a hook must be JSON that is not nested too deeply.');
  }
  const parsed = hookPayloadSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'body';
  throw new ReinsError('invalid_request', `This is not a hook of Claude Code: ${field}: ${issue?.message}`, {
    field,
  });
}
