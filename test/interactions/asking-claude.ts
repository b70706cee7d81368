/** The same requests over both routes: in a stream run of the hub and in a person's terminal. */
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';
import { terminalOf, waiting } from './answering-stage.ts';

export const WAYS = ['control', 'hook'] as const;
export type Way = (typeof WAYS)[number];

export interface AskingClaude {
  /** Sends a prompt and returns the request that follows. */
  ask(prompt: string): Promise<Interaction>;
  prompt(text: string): Promise<void>;
  /** The request that follows the answer to this one. */
  next(earlier: Interaction): Promise<Interaction>;
  /** Waits until the turn is over and the next prompt starts a new scene. */
  rest(ask: Interaction): Promise<void>;
  /** The same, with a prompt in between. */
  standBy(ask: Interaction): Promise<void>;
  /** Waits until the model has received a tool result after the last prompt, this many requests later, and returns it. */
  toolResult(requests?: number): Promise<{ readonly text: string; readonly isError: boolean }>;
}

export async function startAsking(
  stage: Stage,
  hub: DrivenHub,
  way: Way,
  mode = 'manual',
): Promise<AskingClaude> {
  stage.play(scene(/^stand by$/, [say('Standing by.')]));
  const terminal = way === 'hook' ? await terminalOf(stage, hub, mode) : undefined;
  const order = { cwd: stage.project, driver: 'stream', permission_mode: mode };
  const streamed = terminal ? undefined : (await hub.ask('POST', '/sessions', order)).session_id;
  let before = 0;
  const send = async (text: string) => {
    if (terminal) await terminal.prompt(text);
    else await hub.send(streamed, text);
  };
  const prompt = async (text: string) => {
    before = stage.requests.length;
    await send(text);
  };
  const atRest = ({ session_id: id }: Interaction) =>
    hub.waitFor(id, 'rest', ({ status, open_interactions: open }) => status === 'idle' && open === 0);
  const standBy = async (ask: Interaction) => {
    await atRest(ask);
    const requests = stage.requests.length;
    await send('stand by');
    await waitUntil('a word in between', () => stage.requests.length > requests);
    await atRest(ask);
  };
  return {
    prompt,
    async ask(text) {
      await prompt(text);
      return waiting(hub, streamed);
    },
    next: ({ session_id, id }) =>
      waitUntil('the next ask', async () => {
        const ask = await waiting(hub, session_id);
        return ask.id !== id && ask;
      }),
    async rest(ask) {
      const { turns } = await atRest(ask);
      // After a refusal that ends the turn, the model receives a result before the next scene can start.
      if (turns.at(-1)?.outcome !== 'completed') await standBy(ask);
    },
    standBy,
    async toolResult(requests = 1) {
      const received = () => stage.requests.slice(before)[requests];
      await waitUntil('the tool result', () => received() !== undefined, {
        explain: async () => (terminal ? await terminal.screen() : hub.output()),
      });
      const result = received()?.hearing.toolResults.at(-1);
      if (!result)
        throw new Error(`The model received no tool result: ${JSON.stringify(received()?.hearing)}`);
      return result;
    },
  };
}
