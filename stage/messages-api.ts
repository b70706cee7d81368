/**
 * The scripted Messages API on loopback: receives a request, consults the director, performs the response, and records the
 * model's input.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Hearing, type MessagesRequest, readHearings } from './conversation.ts';
import { Director } from './director.ts';
import { performTake, sendError } from './reply.ts';
import { type Scene, say } from './screenplay.ts';

/** A request as it arrived, for assertions about what the model saw. */
export interface RecordedRequest {
  readonly at: number;
  readonly sessionId: string;
  readonly body: MessagesRequest;
  /** The model's input since its last message. */
  readonly hearing: Hearing;
  /** A call beside the conversation, such as one for a title: it offers no tools. */
  readonly isSideCall: boolean;
  readonly scene?: Scene;
}

export interface MessagesApi {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  play(...scenes: Scene[]): void;
  close(): Promise<void>;
}

export async function startMessagesApi({ port = 0 } = {}): Promise<MessagesApi> {
  const director = new Director();
  const requests: RecordedRequest[] = [];

  async function answerMessages(incoming: IncomingMessage, response: ServerResponse) {
    const body = JSON.parse(await readBody(incoming)) as MessagesRequest;
    const hearings = readHearings(body);
    const hearing = hearings.at(-1) as Hearing;
    const sessionId = String(incoming.headers['x-claude-code-session-id'] ?? '');
    const record = { at: Date.now(), sessionId, body, hearing };
    if (!body.tools?.length) {
      requests.push({ ...record, isSideCall: true });
      return performTake(response, body, hearing, [say('A short title')]);
    }
    const { take, scene } = director.direct(hearings, sessionId);
    requests.push({ ...record, isSideCall: false, ...(scene && { scene }) });
    return performTake(response, body, hearing, take);
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(incoming.url ?? '/', 'http://stage');
    if (incoming.method === 'HEAD') response.end();
    else if (pathname === '/v1/messages') await answerMessages(incoming, response);
    else if (pathname === '/v1/messages/count_tokens') {
      const length = (await readBody(incoming)).length;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ input_tokens: Math.ceil(length / 4) }));
    } else sendError(response, 404);
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error) => {
      console.error('The stage failed to respond:', error);
      response.destroy();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play: (...scenes) => director.play(...scenes),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
