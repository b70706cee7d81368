/**
 * Pending requests in a running hub. Checks a session's interactions after every event that may concern them,
 * reads its transcript first if needed, and keeps their routes current. Uses only the log, so it can continue
 * after a restart.
 */
import type { HookPayload } from '../claude/hook-payload.ts';
import { phaseOf } from '../core/reduce-interaction.ts';
import type { RetryLater } from '../core/retry-later.ts';
import type { Clock } from '../lib/clock.ts';
import type { HubLog } from '../lib/hub-log.ts';
import type { EventType, ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import { AnswerDelivery } from './answer-delivery.ts';
import type { Reading } from './evidence.ts';
import { findCall } from './find-call.ts';
import type { FlagInteraction } from './flag-opening.ts';
import { formOfResult } from './form-of-result.ts';
import { HeldHooks, type HeldHooksOptions, type HookCaller, NO_OPINION } from './held-hooks.ts';
import type { OpenRoutes } from './interaction-life.ts';
import { InteractionLog } from './interaction-log.ts';
import { controlRoute, type FindResponder } from './routes/control-route.ts';
import { hookRoute } from './routes/hook-route.ts';
import { type FindDialogs, keysRoute } from './routes/keys-route.ts';
import type { Route, RouteName } from './routes/route.ts';
import { Schedule } from './schedule.ts';
import { UnreportedDialogs } from './unreported-dialogs.ts';

/** Retry delay while the log rejects events, for example because the disk is full. */
const RETRY_MS = 5000;
/** In the order of attempts. */
const ROUTE_NAMES: readonly RouteName[] = ['control', 'hook', 'keys'];

/** Events after which an interaction may have changed. */
const INFORMATIVE: ReadonlySet<EventType> = new Set<EventType>([
  'interaction_opened',
  'interaction_closed',
  'interaction_reopened',
  'activity_changed',
  'tool_started',
  'tool_finished',
  'agent_finished',
  'interaction_updated',
  'turn_finished',
  'run_ended',
  'session_ended',
  'session_moved',
]);

export interface InteractionsOptions extends Pick<HeldHooksOptions, 'isWaiting' | 'isDecided' | 'patience'> {
  readonly log: Pick<EventLog, 'append' | 'onCommit'>;
  readonly reader: LogReader;
  readonly output: HubLog;
  readonly now: Clock;
  /** Brings the log up to date with the session's transcript. */
  readonly readTranscript: (sessionId: string) => Promise<void>;
  readonly flag: FlagInteraction;
}

/** The runs of a hub, once they are adopted. */
export interface RunAccess {
  readonly findResponder: FindResponder;
  readonly findDialogs: FindDialogs;
}

interface Watch {
  /** The moments after which the transcript will be read (false) or was read (true). */
  readonly readings: Map<number, boolean>;
  /** When answers that may be lost were first missed, on a monotonic clock. */
  readonly missedSince: Map<string, number>;
}

export class Interactions {
  readonly answers: AnswerDelivery;
  readonly #options: InteractionsOptions;
  readonly #schedule = new Schedule();
  readonly #interactions: InteractionLog;
  readonly #hooks: HeldHooks;
  #routes: readonly Route[];
  #dialogs: UnreportedDialogs | undefined;
  /** Sessions to check. */
  readonly #due = new Set<string>();
  /** Sessions with unfinished interactions. */
  readonly #watched = new Map<string, Watch>();

  constructor(options: InteractionsOptions) {
    const { reader, now } = options;
    this.#options = options;
    const schedule = this.#schedule;
    const onEvent = (event: ReinsEvent) => this.#onEvent(event);
    const interactions = new InteractionLog({ ...options, onEvent });
    this.#interactions = interactions;
    const onChange = (id: string) => this.#recordRoutes(id);
    this.#hooks = new HeldHooks({ ...options, find: (id) => interactions.find(id), schedule, onChange });
    this.#routes = [hookRoute({ hooks: this.#hooks, isWaiting: options.isWaiting })];
    this.answers = new AnswerDelivery({ interactions, routes: () => this.#routes, schedule, now });
    // A hub that was killed may have left answers unproven whose proof is already in the log.
    const left = [reader.interactions('open'), reader.liveSessions(), reader.unprovenInteractions()];
    for (const { session_id } of left.flat()) this.#checkSoon(session_id);
  }

  /** The runs of an earlier hub are adopted. */
  start({ findResponder, findDialogs }: RunAccess): void {
    this.#routes = [controlRoute(findResponder), ...this.#routes, keysRoute(findDialogs)];
    const { reader } = this.#options;
    this.#dialogs = new UnreportedDialogs({
      ...this.#options,
      interactions: this.#interactions,
      schedule: this.#schedule,
      findDialogs,
      sending: (id) => this.answers.sending(id),
    });
    this.answers.resume(reader.liveSessions().flatMap(({ interactions }) => Object.values(interactions)));
    for (const { id } of reader.interactions('open')) this.#recordRoutes(id);
    this.#dialogs.checkAll();
  }

  /** Returns the reply to a hook, immediately or once its interaction is decided. */
  hold(interactionId: string, asker: HookCaller): Promise<object | RetryLater> {
    return this.#hooks.hold(interactionId, asker);
  }

  /** No one is there to answer any more: blocking requests go to Claude Code's own dialog. */
  letGo(): void {
    this.#hooks.letGo();
  }

  /** Call it with every hook that is in the log. */
  onHook(payload: HookPayload): void {
    if (payload.hook_event_name !== 'ElicitationResult') return;
    const result = formOfResult(this.#options.reader.session(payload.session_id), payload);
    if (!result) return;
    try {
      this.#interactions.apply(result.form, { type: 'form_result', words: result.words });
    } catch (error) {
      this.#options.output.warn('Failed to record the answer to a form', error);
    }
  }

  /** A run has started or stopped serving the session. */
  onRunChange(sessionId: string): void {
    for (const { id } of this.#options.reader.interactions('open', sessionId)) this.#recordRoutes(id);
  }

  close(): void {
    this.#schedule.close();
    this.#interactions.close();
    this.#hooks.close();
  }

  #onEvent(event: ReinsEvent): void {
    if (INFORMATIVE.has(event.type)) this.#checkSoon(event.session_id);
    if (event.type === 'activity_changed' && event.activity === 'waiting')
      this.#dialogs?.onWaiting(event.session_id);
    // Closing an interaction by any route releases its hook.
    if (event.type === 'interaction_closed' && event.answer?.route !== 'hook')
      this.#hooks.reply(event.interaction_id, NO_OPINION);
  }

  /** Not within the commit: every reader must see our events after it. */
  #checkSoon(sessionId: string): void {
    if (this.#due.size === 0) setImmediate(() => this.#lookAtDue());
    this.#due.add(sessionId);
  }

  #lookAtDue(): void {
    const sessions = [...this.#due];
    this.#due.clear();
    if (this.#schedule.isClosed) return;
    try {
      for (const sessionId of sessions) this.#look(sessionId);
    } catch (error) {
      this.#options.output.warn('Failed to check open requests; will try again', error);
      for (const sessionId of sessions) this.#schedule.after(RETRY_MS, () => this.#checkSoon(sessionId));
    }
  }

  #look(sessionId: string): void {
    const { reader } = this.#options;
    const all = Object.values(reader.session(sessionId)?.interactions ?? {});
    const living = all.filter((one) => phaseOf(one) !== 'over');
    const watch = this.#watched.get(sessionId) ?? { readings: new Map(), missedSince: new Map() };
    if (living.length > 0) this.#watched.set(sessionId, watch);
    else this.#watched.delete(sessionId);
    for (const one of living) {
      const missedSince = watch.missedSince.get(one.id) ?? performance.now();
      const { read, lostIn } = this.#interactions.apply(one, {
        type: 'looked',
        open: this.#openRoutes(one),
        findCall: (session) => findCall(reader, session, one),
        hasReadAfter: (moment) => watch.readings.get(moment) ?? false,
        missedMs: performance.now() - missedSince,
      });
      if (read) this.#readLater(sessionId, watch, read);
      if (lostIn === undefined) watch.missedSince.delete(one.id);
      else {
        watch.missedSince.set(one.id, missedSince);
        this.#schedule.after(lostIn + 1, () => this.#checkSoon(sessionId));
      }
    }
  }

  #readLater(sessionId: string, { readings }: Watch, { after, inMs }: Reading): void {
    const { readTranscript, output } = this.#options;
    if (readings.has(after)) return;
    readings.set(after, false);
    this.#schedule.after(inMs, async () => {
      await readTranscript(sessionId).catch((error) =>
        output.warn(`Failed to read the transcript of ${sessionId}; trying again`, error),
      );
      readings.set(after, true);
      this.#checkSoon(sessionId);
    });
  }

  #recordRoutes(id: string): void {
    const one = this.#interactions.find(id);
    if (one?.state !== 'open') return;
    try {
      this.#interactions.apply(one, { type: 'routes_changed', open: this.#openRoutes(one) });
    } catch (error) {
      this.#options.output.warn('Failed to record the routes of a request', error);
      this.#schedule.after(RETRY_MS, () => this.#checkSoon(one.session_id));
    }
  }

  /** Before the runs are adopted, their recorded routes stay. */
  #openRoutes(one: Interaction): OpenRoutes {
    const isOpen = (name: RouteName) =>
      this.#routes.find((route) => route.name === name)?.isOpen(one) ?? one.routes.includes(name);
    return { routes: ROUTE_NAMES.filter(isOpen), heldUntil: this.#hooks.heldUntil(one.id) };
  }
}
