/** A Messages API whose every delta is the time at which it was sent, so that a reader can tell its age. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface TimedModel {
  readonly url: string;
  close(): void;
}

export async function startTimedModel(deltas: number, perSecond: number): Promise<TimedModel> {
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const { stream, tools } = body ? JSON.parse(body) : { stream: false, tools: [] };
    if (!stream) return answer(response);
    await report(response, tools?.length ? deltas : 1, perSecond);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const message = {
  ...{
    id: 'msg_bench',
    type: 'message',
    role: 'assistant',
    model: 'bench',
    stop_reason: null,
    stop_sequence: null,
  },
  usage: { input_tokens: 1, output_tokens: 1 },
};

function answer(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({ ...message, content: [{ type: 'text', text: 'ok' }], stop_reason: 'end_turn' }),
  );
}

async function report(response: ServerResponse, deltas: number, perSecond: number): Promise<void> {
  const emit = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  emit('message_start', { message: { ...message, id: `msg_${randomUUID()}`, content: [] } });
  emit('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
  const started = performance.now();
  for (let sent = 0; sent < deltas; ) {
    const due = Math.min(deltas, Math.ceil(((performance.now() - started) / 1000) * perSecond));
    for (; sent < due; sent++) {
      emit('content_block_delta', { index: 0, delta: { type: 'text_delta', text: `${Date.now()} ` } });
    }
    await delay(2);
  }
  emit('content_block_stop', { index: 0 });
  emit('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: deltas } });
  emit('message_stop', {});
  response.end();
}
