/** The session list of the page: tracks what was seen in this browser, and refreshes only while the page is visible. */
import type { Session } from '../../src/protocol/session.ts';
import { SessionList } from '../../src/sdk/session-list.ts';
import { keep, readKept } from './kept.ts';

export class PageSessions extends SessionList {
  /** The last seq that was seen of each session, by its address. */
  readonly #seen: Record<string, number> = readKept('seen', {});

  /** Whether a session finished something since it was last opened. */
  isUnread(session: Session): boolean {
    const { seq, status } = session;
    const seen = this.#seen[this.addressOf(session)];
    return seen !== undefined && seq > seen && status !== 'working' && status !== 'starting';
  }

  markSeen(address: string, seq: number): void {
    if (this.#seen[address] === seq) return;
    this.#seen[address] = seq;
    keep('seen', this.#seen);
    this.changed();
  }

  protected override get isLookedAt(): boolean {
    return document.visibilityState !== 'hidden';
  }

  protected override meet(sessions: readonly Session[]): void {
    for (const session of sessions) this.#seen[this.addressOf(session)] ??= session.seq;
  }
}
