import { expect, test, vi } from 'vitest';
import { Gate } from '../../stage/gate.ts';
import { createReins } from './reins.ts';

const ID = '5d1a5f8e-3c1b-4f0e-9a53-0c9b6a2d7e41';

/** A hub with one session. Events arrive when the test sends them. */
function slowHub() {
  const sent: string[] = [];
  const next: { gate: Gate; refuses: boolean } = { gate: openGate(), refuses: false };
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let seq = 5;
  const fetch = async (target: URL, { method = 'GET', body, signal }: RequestInit = {}) => {
    signal?.throwIfAborted();
    const [, , , , rest = ''] = target.pathname.split('/');
    if (rest === 'events') {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          streams.add(controller);
          signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
      });
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
    }
    if (rest === 'message') {
      await next.gate.pass(new AbortController().signal);
      if (next.refuses)
        return Response.json({ error: { code: 'invalid_request', message: 'Too large.' } }, { status: 400 });
      sent.push(JSON.parse(String(body)).message_id);
      return Response.json({ message_id: sent.at(-1), session_id: ID, state: 'queued' });
    }
    const messages = sent.map((message_id) => ({ message_id, state: 'accepted' }));
    return Response.json({ session_id: ID, seq, status: method === 'DELETE' ? 'ended' : 'idle', messages });
  };
  const reins = createReins({ url: 'http://hub.test', fetch: fetch as unknown as typeof globalThis.fetch });
  const finish = (message_id: string, text: string) => {
    const event = {
      seq: ++seq,
      session_id: ID,
      type: 'message_finished',
      message_id,
      outcome: 'completed',
      text,
    };
    for (const stream of streams) {
      const frame = `id: e.${seq}\nevent: message_finished\ndata: ${JSON.stringify(event)}\n\n`;
      try {
        stream.enqueue(new TextEncoder().encode(frame));
      } catch {
        streams.delete(stream);
      }
    }
  };
  return { reins, sent, next, streams, finish };
}

test('finished() refers to the newest prompt even if send() was not awaited', async () => {
  const { reins, sent, next, streams, finish } = slowHub();
  const session = await reins.open(ID);
  const first = await session.send('one');
  expect(first).toMatchObject({ message_id: sent[0], session_id: ID });
  next.gate = new Gate();
  const sending = session.send('two');
  const finished = session.finished();
  next.gate.open();
  const { message_id } = await sending;
  await vi.waitUntil(() => streams.size > 0);
  finish(first.message_id, 'One.');
  finish(message_id, 'Two.');
  expect(await finished).toMatchObject({ message_id, text: 'Two.' });
  session.close();
});

test('a prompt that the hub refuses leaves finished() with the one before', async () => {
  const { reins, next, streams, finish } = slowHub();
  const session = await reins.open(ID);
  const { message_id } = await session.send('one');
  Object.assign(next, { gate: new Gate(), refuses: true });
  const sending = session.send('two');
  const refused = session.finished();
  next.gate.open();
  await expect(sending).rejects.toThrow('Too large.');
  await expect(refused).rejects.toThrow('Too large.');
  const finished = session.finished();
  await vi.waitUntil(() => streams.size > 0);
  finish(message_id, 'One.');
  expect(await finished).toMatchObject({ message_id });
  session.close();
});

test('stopping a session does not break a wait for its result, closing it does', async () => {
  const { reins, streams, finish } = slowHub();
  const session = await reins.open(ID);
  const { message_id } = await session.send('one');
  const finished = session.finished();
  await vi.waitUntil(() => streams.size > 0);
  expect(await session.stop()).toMatchObject({ status: 'ended' });
  finish(message_id, 'Stopped.');
  expect(await finished).toMatchObject({ text: 'Stopped.' });
  const other = session.finished();
  session.close();
  await expect(other).rejects.toMatchObject({ name: 'AbortError' });
});

function openGate(): Gate {
  const gate = new Gate();
  gate.open();
  return gate;
}
