/** All sessions, as a page keeps them: with what of them was looked at in this browser, and only while the page is seen. */
import type { Session } from '../../src/protocol/session.ts';
import { SessionList } from '../../src/sdk/session-list.ts';
import { keep, readKept } from './kept.ts';

export class PageSessions extends SessionList {
  /** The seq up to which each session was looked at. */
  readonly #seen: Record<string, number> = readKept('seen', {});

  /** Something was finished that nobody has looked at. */
  isUnread({ session_id, seq, status }: Session): boolean {
    const seen = this.#seen[session_id];
    return seen !== undefined && seq > seen && status !== 'working' && status !== 'starting';
  }

  markSeen(sessionId: string, seq: number): void {
    if (this.#seen[sessionId] === seq) return;
    this.#seen[sessionId] = seq;
    keep('seen', this.#seen);
    this.changed();
  }

  protected override get isLookedAt(): boolean {
    return document.visibilityState !== 'hidden';
  }

  protected override meet(sessions: readonly Session[]): void {
    for (const { session_id, seq } of sessions) this.#seen[session_id] ??= seq;
  }
}
