/**
 * Detects sessions without a new prompt since their last turn. Claude Code reports this for some of its sessions after a
 * minute; for the others, a timer runs here. Reports each turn once.
 */
import type { ReinsEvent } from '../protocol/events.ts';

export interface IdleWatchOptions {
  readonly afterMs: number;
  /** Whether the session is waiting for its next prompt now. */
  isIdle(sessionId: string): boolean;
  /** `isOwn`: of a session of this host. */
  onIdle(event: ReinsEvent, isOwn: boolean): void;
}

export class IdleWatch {
  readonly #options: IdleWatchOptions;
  /** By session, from the end of a turn until the timer fires. */
  readonly #pending = new Map<string, NodeJS.Timeout>();
  /** Sessions that were reported since their last turn. */
  readonly #reported = new Set<string>();

  constructor(options: IdleWatchOptions) {
    this.#options = options;
  }

  /** A turn ended without a notice, for example because a person stopped it: a new idle period starts. */
  restart(sessionId: string): void {
    this.#reported.delete(sessionId);
    clearTimeout(this.#pending.get(sessionId));
    this.#pending.delete(sessionId);
  }

  turnEnded(event: ReinsEvent, isOwn: boolean): void {
    const { session_id: id } = event;
    this.restart(id);
    const look = () => {
      this.#pending.delete(id);
      if (this.#options.isIdle(id)) this.#report(event, isOwn);
    };
    this.#pending.set(id, setTimeout(look, this.#options.afterMs).unref());
  }

  /** Claude Code has reported it. */
  onReported(event: ReinsEvent, isOwn: boolean): void {
    clearTimeout(this.#pending.get(event.session_id));
    this.#pending.delete(event.session_id);
    if (!this.#reported.has(event.session_id)) this.#report(event, isOwn);
  }

  close(): void {
    for (const timer of this.#pending.values()) clearTimeout(timer);
  }

  #report(event: ReinsEvent, isOwn: boolean): void {
    this.#reported.add(event.session_id);
    this.#options.onIdle(event, isOwn);
  }
}
