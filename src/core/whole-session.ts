/** A session to be read from its beginning to its end: from the log, or from its transcript while that is not in the log. */
import type { Item } from '../protocol/session.ts';
import type { SessionState } from './session-state.ts';

export interface WholeSession {
  /** What is known of it without reading it. */
  readonly listed: SessionState;
  /** Everything that is known of it. May take one reading of all of it. */
  state(): Promise<SessionState>;
  /** The main conversation, or that of a subagent, in order and page by page; no more is held. Call `state` first. */
  pages(agentId?: string): AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>;
}
