/**
 * Ends sessions that were started with `end_when_idle_seconds` once they have been idle for that long, so that
 * programs that start sessions and leave do not leave Claude Code running. The log holds the choice.
 */
import { backgroundTasks } from '../../core/background-tasks.ts';
import { isLive, statusOf } from '../../core/present-session.ts';
import { deliveredMessages, queuedMessages } from '../../core/reduce-message.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import type { OwnFact, OwnFacts } from './own-facts.ts';

export interface IdleEndOptions {
  readonly log: Pick<EventLog, 'onCommit'>;
  readonly reader: Pick<LogReader, 'session' | 'liveSessions'>;
  readonly facts: Pick<OwnFacts, 'noteEventually'>;
  readonly output: HubLog;
  readonly stop: (sessionId: string, by: string) => Promise<void>;
}

export class IdleEnd {
  readonly #options: IdleEndOptions;
  /** By session: fires after the idle time, unless something happens before. */
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #stopListening: () => void;

  constructor(options: IdleEndOptions) {
    this.#options = options;
    this.#stopListening = options.log.onCommit((events) => {
      for (const sessionId of new Set(events.map(({ event }) => event.session_id))) this.#restart(sessionId);
      for (const { event } of events) if (event.type === 'session_moved') this.#carryOver(event);
    });
  }

  /** The time that passed without a hub does not count. */
  adoptEarlier(): void {
    for (const { session_id } of this.#options.reader.liveSessions()) this.#restart(session_id);
  }

  close(): void {
    this.#stopListening();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #restart(sessionId: string): void {
    clearTimeout(this.#timers.get(sessionId));
    this.#timers.delete(sessionId);
    const state = this.#options.reader.session(sessionId);
    if (!state?.idle_end_seconds || !isLive(state)) return;
    const end = () => void this.#end(sessionId);
    this.#timers.set(sessionId, setTimeout(end, state.idle_end_seconds * 1000).unref());
  }

  /** If it is busy, the event that ends its work restarts the timer. */
  async #end(sessionId: string): Promise<void> {
    const { reader, stop, output } = this.#options;
    this.#timers.delete(sessionId);
    const state = reader.session(sessionId);
    if (!state || !hasNothingToDo(state)) return;
    try {
      output.info(`Ending session ${sessionId}, which was idle for ${state.idle_end_seconds} s`);
      await stop(sessionId, 'the hub because it was idle');
    } catch (error) {
      output.warn(`Failed to end idle session ${sessionId}`, error);
    }
  }

  /** The same process continues under another id. */
  #carryOver({ session_id, to }: ReinsEvent<'session_moved'>): void {
    setImmediate(() => {
      const seconds = this.#options.reader.session(session_id)?.idle_end_seconds;
      if (!seconds) return;
      const key = `idle-end:${session_id}`;
      this.#options.facts.noteEventually(to, { type: 'idle_end_chosen', key, seconds, by: 'hub' });
    });
  }
}

function hasNothingToDo(state: SessionState): boolean {
  const prompts = [...queuedMessages(state), ...deliveredMessages(state)];
  return statusOf(state) === 'idle' && prompts.length === 0 && backgroundTasks(state).length === 0;
}

/** The fact that a start chose an idle end. None if it chooses nothing and nothing was chosen before. */
export function chosenIdleEnd(
  seconds: number | undefined,
  before: SessionState | undefined,
  by: string,
): OwnFact[] {
  if (seconds === undefined && !before?.idle_end_seconds) return [];
  return [{ type: 'idle_end_chosen', seconds: seconds ?? null, by }];
}
