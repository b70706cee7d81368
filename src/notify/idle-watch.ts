/**
 * Notices sessions that nobody has prompted since their last turn. Claude Code itself says so for some of its sessions, after a
 * minute; for the others the time is taken here. Each turn is told of once.
 */
import type { ReinsEvent } from '../protocol/events.ts';

export interface IdleWatchOptions {
  readonly afterMs: number;
  /** Whether the session waits for its next prompt now. */
  isIdle(sessionId: string): boolean;
  onIdle(event: ReinsEvent): void;
}

export class IdleWatch {
  readonly #options: IdleWatchOptions;
  /** By session, from the end of a turn until its time has come. */
  readonly #pending = new Map<string, NodeJS.Timeout>();
  /** Sessions that were told of since their last turn. */
  readonly #told = new Set<string>();

  constructor(options: IdleWatchOptions) {
    this.#options = options;
  }

  /** A turn is over that nobody is told of, for example since a person stopped it: what follows is another rest. */
  beginAnew(sessionId: string): void {
    this.#told.delete(sessionId);
    clearTimeout(this.#pending.get(sessionId));
    this.#pending.delete(sessionId);
  }

  turnEnded(event: ReinsEvent): void {
    const { session_id: id } = event;
    this.beginAnew(id);
    const look = () => {
      this.#pending.delete(id);
      if (this.#options.isIdle(id)) this.#tell(event);
    };
    this.#pending.set(id, setTimeout(look, this.#options.afterMs).unref());
  }

  /** Claude Code has said it. */
  said(event: ReinsEvent): void {
    clearTimeout(this.#pending.get(event.session_id));
    this.#pending.delete(event.session_id);
    if (!this.#told.has(event.session_id)) this.#tell(event);
  }

  close(): void {
    for (const timer of this.#pending.values()) clearTimeout(timer);
  }

  #tell(event: ReinsEvent): void {
    this.#told.add(event.session_id);
    this.#options.onIdle(event);
  }
}
