/** A session to read from start to end: from the log, or from its transcript while that is not in the log. */
import type { Item } from '../protocol/conversation.ts';
import type { SessionState } from './session-state.ts';

export interface WholeSession {
  /** What is known without reading it. */
  readonly listed: SessionState;
  /** Everything that is known. May read all of it once. */
  state(): Promise<SessionState>;
  /**
   * The main conversation, or that of a subagent, in order and page by page, without holding more. Call
   * `state` first.
   */
  pages(agentId?: string): AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>;
}
