/**
 * Prompts a session with "continue" when its turn ended at the turn limit, up to the chosen number of times
 * and while there is work left. The log holds each decision with its reason, and the progress for the next
 * hub.
 */
import { reliable } from '../../core/observe.ts';
import { isLive } from '../../core/present-session.ts';
import { deliveredMessages, queuedMessages } from '../../core/reduce-message.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import { uuidFrom } from '../../lib/uuid-from.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import type { WorkLeft } from './check-command.ts';
import type { OwnFacts } from './own-facts.ts';
import type { PromptQueue } from './prompt-queue.ts';

export interface AutoContinueOptions {
  readonly log: Pick<EventLog, 'onCommit'>;
  readonly reader: Pick<LogReader, 'session' | 'liveSessions'>;
  readonly facts: Pick<OwnFacts, 'note' | 'noteEventually'>;
  readonly promptQueue: Pick<PromptQueue, 'take'>;
  readonly output: HubLog;
  readonly check: (command: string, cwd: string, signal: AbortSignal) => Promise<WorkLeft>;
}

type StopReason = ReinsEvent<'auto_continue_stopped'>['reason'];

export class AutoContinuer {
  readonly #options: AutoContinueOptions;
  readonly #busy = new Set<string>();
  readonly #closing = new AbortController();
  readonly #stopListening: () => void;

  constructor(options: AutoContinueOptions) {
    this.#options = options;
    this.#stopListening = options.log.onCommit((events) => {
      for (const { event } of events) {
        if (event.type === 'turn_reported' && event.error) this.#checkLater(event.session_id);
        if (event.type === 'session_moved') this.#carryOver(event);
      }
    });
  }

  /** Decisions that an earlier hub did not carry out or did not make. */
  adoptEarlier(): void {
    for (const { session_id, autonomy } of this.#options.reader.liveSessions()) {
      if (autonomy?.message_id) this.#prompt(session_id, autonomy.message_id);
      if (autonomy?.due !== undefined) this.#checkLater(session_id);
    }
  }

  close(): void {
    this.#closing.abort();
    this.#stopListening();
  }

  /** Not within the commit: every reader must see our events after it. */
  #checkLater(sessionId: string): void {
    setImmediate(() => {
      this.#look(sessionId).catch((error) =>
        this.#options.output.warn(`Failed to continue session ${sessionId}`, error),
      );
    });
  }

  async #look(sessionId: string): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const state = this.#options.reader.session(sessionId);
    const { due, auto_continue, continued = 0 } = state?.autonomy ?? {};
    if (!state || due === undefined || !auto_continue || this.#busy.has(sessionId)) return;
    this.#busy.add(sessionId);
    try {
      const { limit, command } = auto_continue;
      if (!isLive(state)) return this.#stop(sessionId, due, 'ended', 'The session has ended.');
      if (continued >= limit) {
        return this.#stop(
          sessionId,
          due,
          'limit',
          `It was continued ${continued} times, which is the limit.`,
        );
      }
      const left = command === undefined ? undefined : await this.#check(state, command);
      if (this.#closing.signal.aborted) return;
      if (left?.isLeft === false) {
        return this.#stop(
          sessionId,
          due,
          'command',
          `The command reports that no work is left: ${left.reason}.`,
        );
      }
      const now = this.#options.reader.session(sessionId);
      if (!now || now.autonomy?.due !== due) return;
      if (queuedMessages(now).length + deliveredMessages(now).length > 0) {
        return this.#stop(sessionId, due, 'prompted', 'Other prompts are queued.');
      }
      this.#continue(sessionId, due, continued + 1, limit, left?.count);
    } finally {
      this.#busy.delete(sessionId);
    }
  }

  #check({ observed }: SessionState, command: string): Promise<WorkLeft> {
    return this.#options.check(command, reliable(observed.cwd) ?? '/', this.#closing.signal);
  }

  /** Counted before it is sent: if the hub ends in between, the next one sends it. */
  #continue(sessionId: string, due: number, count: number, limit: number, left: number | undefined): void {
    const message_id = uuidFrom('auto-continue', sessionId, String(due));
    this.#options.facts.note(sessionId, {
      type: 'auto_continued',
      key: `auto:${due}`,
      message_id,
      count,
      limit,
      ...(left !== undefined && { left }),
    });
    this.#prompt(sessionId, message_id);
  }

  /** A message that was queued before is not queued again. */
  #prompt(sessionId: string, messageId: string): void {
    const content = [{ type: 'text' as const, text: 'continue' }];
    this.#options.promptQueue.take(sessionId, { messageId, content, when: 'queue', by: 'auto-continue' });
  }

  #stop(sessionId: string, due: number, reason: StopReason, message: string): void {
    this.#options.facts.note(sessionId, {
      type: 'auto_continue_stopped',
      key: `auto:${due}`,
      reason,
      message,
    });
  }

  /** The same process continues under another id, with the rest of the limit. */
  #carryOver({ session_id, to }: ReinsEvent<'session_moved'>): void {
    setImmediate(() => {
      if (this.#closing.signal.aborted) return;
      const { reader, facts } = this.#options;
      const autonomy = reader.session(session_id)?.autonomy;
      if (!autonomy) return;
      const { non_interactive, auto_continue, continued } = autonomy;
      const limit = (auto_continue?.limit ?? 0) - continued;
      const rest = auto_continue && limit > 0 ? { auto_continue: { ...auto_continue, limit } } : {};
      if (!non_interactive && !rest.auto_continue) return;
      const key = `autonomy:${session_id}`;
      facts.noteEventually(to, { type: 'autonomy_chosen', key, non_interactive, ...rest, by: 'hub' });
    });
  }
}
