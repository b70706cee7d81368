/** The conversations of subagents that are open on the screen: fetched when they are, and again when they have gone on. */
import type { Agent, Turn } from '../../protocol/session.ts';
import type { Client } from '../../sdk/client.ts';
import type { Thread } from './pane-rows.ts';

export interface ThreadSource {
  readonly client: Pick<Client, 'turns'>;
  readonly sessionId: string;
  readonly onChange: () => void;
}

interface Known {
  /** How far the subagent was when it was asked for. */
  readonly state: string;
  readonly turns: readonly Turn[] | undefined;
  readonly note: string;
}

/** The newest steps of a subagent; what came before them is said to be left out. */
const MOST = 500;

export class AgentThreads {
  readonly #source: ThreadSource;
  readonly #known = new Map<string, Known>();

  constructor(source: ThreadSource) {
    this.#source = source;
  }

  /** What is known now; asks for what has happened since. */
  of(agent: Agent): Thread {
    const { agent_id: id } = agent;
    const state = `${agent.tool_calls} ${agent.state}`;
    const known = this.#known.get(id);
    if (known?.state === state) return known;
    const asked = { state, turns: known?.turns, note: known?.turns ? known.note : 'Looking it up' };
    this.#known.set(id, asked);
    void this.#fetch(id, asked);
    return asked;
  }

  /** What could not be had is asked for again when it is opened again. */
  forget({ agent_id: id }: Agent): void {
    this.#known.delete(id);
  }

  async #fetch(id: string, asked: Known): Promise<void> {
    const { client, sessionId, onChange } = this.#source;
    const told = await client.turns(sessionId, { agent: id, limit: MOST }).then(
      ({ turns, older_before }) => ({
        ...asked,
        turns,
        note: older_before === undefined ? '' : 'Its earlier steps are left out.',
      }),
      (error: Error) => ({ ...asked, note: `! ${error.message}` }),
    );
    // Something newer may have been asked for meanwhile.
    if (this.#known.get(id) !== asked) return;
    this.#known.set(id, told);
    onChange();
  }
}
