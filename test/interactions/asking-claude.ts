/** The same Claude Code that asks, over both ways an answer can take: a stream run of the hub, a terminal of a person. */
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';
import { terminalOf, waiting } from './answering-stage.ts';

export const WAYS = ['control', 'hook'] as const;
export type Way = (typeof WAYS)[number];

export interface AskingClaude {
  /** Sends a prompt and returns what Claude asks then. */
  ask(prompt: string): Promise<Interaction>;
  prompt(text: string): Promise<void>;
  /** What Claude asks after it has had an answer to this. */
  next(earlier: Interaction): Promise<Interaction>;
  /** Waits until the turn is over and the next prompt begins a scene of its own. */
  rest(ask: Interaction): Promise<void>;
  /** Waits until the model has been told of a tool call after the last prompt, so many requests later; and tells what. */
  told(requests?: number): Promise<{ readonly text: string; readonly isError: boolean }>;
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
    async rest({ session_id: id }) {
      const isAtRest = (view: { status: string; open_interactions: number }) =>
        view.status === 'idle' && view.open_interactions === 0;
      await hub.waitFor(id, 'the end of the turn', isAtRest);
      // After a refusal that ends the turn, the model has a result to hear before the next scene can begin.
      const requests = stage.requests.length;
      await send('stand by');
      await waitUntil('a word in between', () => stage.requests.length > requests);
      await hub.waitFor(id, 'rest', isAtRest);
    },
    async told(requests = 1) {
      const heard = () => stage.requests.slice(before)[requests];
      await waitUntil('the model to be told', () => heard() !== undefined, {
        explain: async () => (terminal ? await terminal.screen() : hub.output()),
      });
      const result = heard()?.hearing.toolResults.at(-1);
      if (!result) throw new Error(`The model was told of no call: ${JSON.stringify(heard()?.hearing)}`);
      return result;
    },
  };
}
