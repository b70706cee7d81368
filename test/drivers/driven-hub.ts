/** A real hub on a stage, used over plain HTTP like any client, with shortcuts for driving a session. */
import type { SessionAnswer } from '../../src/protocol/api.ts';
import type { Item } from '../../src/protocol/conversation.ts';
import type { Turn } from '../../src/protocol/session.ts';
import { waitUntil } from '../../stage/patience.ts';
import type { Stage } from '../../stage/stage.ts';
import { type StageHub, startStageHub } from '../stage-hub.ts';

export type View = SessionAnswer;

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, looked at by tests
  readonly body: any;
}

export interface DrivenHub extends StageHub {
  call(method: string, path: string, body?: object): Promise<Answer>;
  /** Calls and expects success. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  ask(method: string, path: string, body?: object): Promise<any>;
  view(sessionId: string): Promise<View>;
  /** Waits until the session reaches the wanted state, and returns it. */
  waitFor(sessionId: string, what: string, fits: (view: View) => boolean): Promise<View>;
  /** Sends a prompt and returns its message id. */
  send(sessionId: string, text: string, rest?: object): Promise<string>;
}

export async function startDrivenHub(
  stage: Stage,
  ...options: [name?: string, added?: Readonly<Record<string, string>>]
): Promise<DrivenHub> {
  const hub = await startStageHub(stage, ...options);
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${hub.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${hub.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  };
  const ask: DrivenHub['ask'] = async (method, path, body) => {
    const answer = await call(method, path, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const view = (sessionId: string): Promise<View> => ask('GET', `/sessions/${sessionId}`);
  // StageHub has getters whose values change with a restart: they must stay getters.
  return Object.assign(Object.create(hub) as StageHub, {
    call,
    ask,
    view,
    async waitFor(sessionId: string, what: string, fits: (view: View) => boolean) {
      let last: View | undefined;
      return waitUntil(
        what,
        async () => {
          last = await view(sessionId);
          return fits(last) ? last : undefined;
        },
        { explain: () => `${JSON.stringify(last, null, 1)}\n${hub.output()}` },
      );
    },
    async send(sessionId: string, text: string, rest: object = {}) {
      const { message_id } = await ask('POST', `/sessions/${sessionId}/message`, { text, ...rest });
      return message_id as string;
    },
  });
}

/** The conversation in short: each prompt with its response texts and its outcome. */
export function conversation({ turns }: Pick<View, 'turns'>): [string, string[], string | undefined][] {
  return turns.map((turn) => [promptOf(turn), textsOf(turn), turn.outcome]);
}

function promptOf({ prompt }: Turn): string {
  return prompt?.kind === 'prompt' ? prompt.text.trim() : '';
}

function textsOf({ items }: Turn): string[] {
  return items.flatMap((item: Item) => (item.kind === 'text' ? [item.text] : []));
}

export const hasTurn = (text: string, outcome: string) => (view: View) =>
  conversation(view).some(([prompt, , how]) => prompt.endsWith(text) && how === outcome);

export const isIdle = (view: View) => view.status === 'idle';

/** The session of a terminal that the hub did not start, once this prompt is answered and the terminal is idle. */
export function idleTerminal(hub: DrivenHub, prompt: string): Promise<View> {
  return waitUntil(`the terminal to be idle after "${prompt}"`, async () => {
    const { items } = await hub.client.list();
    const own = items.find(({ driver, status }) => driver === 'external' && status === 'idle');
    const view = own && (await hub.view(own.session_id));
    // Before its first prompt it was idle, too.
    return view && isIdle(view) && hasTurn(prompt, 'completed')(view) ? view : undefined;
  });
}

export const messageState = (view: View, messageId: string) =>
  view.messages.find(({ message_id }) => message_id === messageId)?.state;
