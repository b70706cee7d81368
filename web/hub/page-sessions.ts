/** The session list of the page: tracks what was seen in this browser, and refreshes only while the page is visible. */
import type { Session } from '../../src/protocol/session.ts';
import { SessionList } from '../../src/sdk/session-list.ts';
import { keep, readKept } from './kept.ts';

export class PageSessions extends SessionList {
  /** The last seq that was seen of each session. */
  readonly #seen: Record<string, number> = readKept('seen', {});

  /** Whether a session finished something since it was last opened. */
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
