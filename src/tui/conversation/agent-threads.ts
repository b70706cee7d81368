/** The open conversations of subagents: fetched when opened, and again when the subagent continues. */
import type { Agent, Turn } from '../../protocol/session.ts';
import type { Client } from '../../sdk/client.ts';
import type { Thread } from './pane-rows.ts';

export interface ThreadSource {
  readonly client: Pick<Client, 'turns'>;
  readonly sessionId: string;
  readonly onChange: () => void;
}

interface Known {
  /** The subagent's progress at the time of the request. */
  readonly state: string;
  readonly turns: readonly Turn[] | undefined;
  readonly note: string;
}

/** The newest steps of a subagent; a note mentions earlier ones. */
const MOST = 500;

export class AgentThreads {
  readonly #source: ThreadSource;
  readonly #known = new Map<string, Known>();

  constructor(source: ThreadSource) {
    this.#source = source;
  }

  /** Returns what is known now and requests the rest. */
  of(agent: Agent): Thread {
    const { agent_id: id } = agent;
    const state = `${agent.tool_calls} ${agent.state}`;
    const known = this.#known.get(id);
    if (known?.state === state) return known;
    const asked = { state, turns: known?.turns, note: known?.turns ? known.note : 'Loading…' };
    this.#known.set(id, asked);
    void this.#fetch(id, asked);
    return asked;
  }

  /** Opening it again retries a failed request. */
  forget({ agent_id: id }: Agent): void {
    this.#known.delete(id);
  }

  async #fetch(id: string, asked: Known): Promise<void> {
    const { client, sessionId, onChange } = this.#source;
    const reported = await client.turns(sessionId, { agent: id, limit: MOST }).then(
      ({ turns, older_before }) => ({
        ...asked,
        turns,
        note: older_before === undefined ? '' : 'Earlier steps are not shown.',
      }),
      (error: Error) => ({ ...asked, note: `! ${error.message}` }),
    );
    // A newer request may have started meanwhile.
    if (this.#known.get(id) !== asked) return;
    this.#known.set(id, reported);
    onChange();
  }
}
