/** A live session over real sockets, against a scripted hub. */
import { expect, test } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { answers, fails, openScriptedHub, type Scene, sse, streams } from '../../test/scripted-hub.ts';
import { createClient } from './client.ts';
import { type LiveSession, watchSession } from './live-session.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const said = (position: number, text: string) => ({
  ...{ id: `t${position}`, at: '2026-01-01T00:00:00.000Z', position, kind: 'text', text },
});
const base = (seq: number, status: string, ...texts: string[]) => ({
  ...{ session_id: ID, status, seq, last_event_id: `e.${seq}`, older_before: 1 },
  turns: [{ items: texts.map((text, index) => said(index + 1, text)) }],
});
const textEvent = (seq: number, text: string) =>
  sse(`e.${seq}`, 'assistant_text', {
    ...{ seq, session_id: ID, at: '2026-01-01T00:00:00.000Z', type: 'assistant_text' },
    ...{ item: `t${seq}`, position: seq, text, message_id: 'm', block: 0 },
  });
const never: Scene = () => {};

async function watch(
  script: { views: Scene[]; events: Scene[]; turns?: Scene[] },
  check: (
    live: LiveSession,
    received: Awaited<ReturnType<typeof openScriptedHub>>['received'],
  ) => Promise<void>,
) {
  await using hub = await openScriptedHub({
    [`GET /api/sessions/${ID}`]: script.views,
    [`GET /api/sessions/${ID}/events`]: script.events,
    [`GET /api/sessions/${ID}/turns`]: script.turns ?? [],
  });
  const controller = new AbortController();
  try {
    const live = await watchSession(createClient({ url: hub.url }), ID, {
      signal: controller.signal,
      refreshMs: 0,
      backoff: () => Promise.resolve(),
    });
    await check(live, hub.received);
  } finally {
    controller.abort();
  }
}

const textsOf = ({ view }: LiveSession) =>
  view.turns.flatMap(({ items }) => items.map((item) => (item.kind === 'text' ? item.text : item.kind)));
const becomes = (live: LiveSession, ...texts: string[]) =>
  waitUntil(`the texts ${texts}`, () => textsOf(live).join() === texts.join(), {
    explain: () => textsOf(live).join(),
  });

test('shows an event before the next request to the hub', async () => {
  const views = [answers(base(1, 'idle', 'one')), never];
  await watch({ views, events: [streams([textEvent(2, 'two')], 'stay')] }, async (live, received) => {
    let calls = 0;
    live.onChange(() => calls++);
    expect([textsOf(live), live.view.status]).toEqual([['one'], 'idle']);
    await becomes(live, 'one', 'two');
    expect(calls).toBeGreaterThan(0);
    expect(received[1]).toMatchObject({ lastEventId: 'e.1' });
  });
});

test("adopts the hub's view of the rest, without loading the conversation again", async () => {
  const views = [answers(base(1, 'idle', 'one')), answers(base(2, 'working'))];
  await watch({ views, events: [streams([textEvent(2, 'two')], 'stay')] }, async (live, received) => {
    await waitUntil('the new status', () => live.view.status === 'working');
    expect(textsOf(live)).toEqual(['one', 'two']);
    expect(received.at(-1)).toMatchObject({ query: { limit: '0' } });
  });
});

test('loads the conversation again after the end of a turn', async () => {
  const end = sse('e.3', 'turn_finished', {
    ...{ seq: 3, session_id: ID, at: '2026-01-01T00:00:01.000Z', type: 'turn_finished' },
    ...{ item: 'end', prompt_id: 'p', outcome: 'completed' },
  });
  const views = [answers(base(1, 'idle', 'one')), answers(base(3, 'idle', 'one', 'zwei'))];
  await watch({ views, events: [streams([textEvent(2, 'two'), end], 'stay')] }, async (live, received) => {
    await becomes(live, 'one', 'zwei');
    expect(received.at(-1)?.query).not.toHaveProperty('limit');
  });
});

test('while the hub reads a long transcript, loads the view and follows events from then on', async () => {
  const views = [
    answers({ ...base(1, 'idle', 'one'), reading: true }),
    answers({ ...base(50, 'idle', 'one'), reading: true }),
    answers(base(90, 'ended', 'one')),
  ];
  await watch({ views, events: [streams([], 'stay')] }, async (live, received) => {
    await waitUntil('the stream', () => received.length === 4);
    expect(live.view.status).toBe('ended');
    expect(received[3]).toMatchObject({ lastEventId: 'e.90' });
  });
});

test('retries a failed request', async () => {
  const views = [
    answers(base(1, 'idle', 'one')),
    fails(503, 'log_unavailable'),
    answers(base(2, 'ended', 'one')),
  ];
  await watch({ views, events: [streams([textEvent(2, 'two')], 'stay')] }, async (live, received) => {
    await waitUntil('the end', () => live.view.status === 'ended');
    expect(received.filter(({ query }) => query['limit'] === '0')).toHaveLength(2);
  });
});

test('a reset replaces everything', async () => {
  const views = [answers(base(9, 'idle', 'old', 'older')), answers(base(2, 'idle', 'new'))];
  const events = [streams([sse(undefined, 'reset', {}), sse('f.2', 'snapshot', {})], 'stay')];
  await watch({ views, events }, async (live) => {
    await becomes(live, 'new');
    expect(live.view.status).toBe('idle');
  });
});

test('loads older turns once', async () => {
  const views = [answers(base(5, 'idle', 'one'))];
  const turns = [answers({ turns: [{ items: [said(0.5, 'zero')] }] })];
  await watch({ views, turns, events: [streams([], 'stay')] }, async (live) => {
    expect(await Promise.all([live.loadOlder(), live.loadOlder()])).toEqual([true, true]);
    expect(textsOf(live)).toEqual(['zero', 'one']);
    expect(await live.loadOlder()).toBe(false);
  });
});

test('reports a refusal and keeps the last view', async () => {
  const views = [answers(base(1, 'idle', 'one'))];
  await watch({ views, events: [fails(401, 'unauthorized')] }, async (live) => {
    await waitUntil('the failure', () => live.failure !== undefined);
    expect(live.failure).toMatchObject({ code: 'unauthorized' });
    expect(textsOf(live)).toEqual(['one']);
  });
});

test('shows the answer as it streams, without requests to the hub', async () => {
  const delta = (offset: number, text: string) =>
    sse(undefined, 'text_delta', { type: 'text_delta', session_id: ID, host: 'h', item: 't2', offset, text });
  const views = [
    answers({ ...base(1, 'working', 'one'), streaming_text: 'tw', streaming_item: 't2' }),
    never,
  ];
  const script = [delta(0, 'two'), delta(3, ' and'), delta(7, ' more')];
  await watch({ views, events: [streams(script, 'stay')] }, async (live, received) => {
    expect(live.view).toMatchObject({ streaming_text: 'tw', streaming_item: 't2' });
    await waitUntil('the text', () => live.view.streaming_text === 'two and more');
    expect(received).toHaveLength(2);
  });
  await watch(
    { views: [...views], events: [streams([...script, textEvent(2, 'two.')], 'stay')] },
    async (live) => {
      await becomes(live, 'one', 'two.');
      expect(live.view).not.toHaveProperty('streaming_text');
    },
  );
});

test('continues after the hub has ended the stream, as it does when the session is stopped', async () => {
  const views = [answers(base(1, 'idle', 'one')), answers(base(2, 'ended')), answers(base(3, 'idle'))];
  const controller = new AbortController();
  const received: (string | undefined)[] = [];
  await using hub = await openScriptedHub({ [`GET /api/sessions/${ID}`]: views });
  const client = createClient({ url: hub.url });
  const events = [textEvent(2, 'two'), textEvent(3, 'three')].map((text) => {
    const [, id = '', , data = ''] = /^id: (\S+)\nevent: (\S+)\ndata: (.*)$/m.exec(text) ?? [];
    return { id, type: 'assistant_text', event: JSON.parse(data) };
  });
  const live = await watchSession(
    {
      ...client,
      // As over a socket: one event, then the end.
      async *subscribe({ lastEventId, signal }) {
        received.push(lastEventId);
        const event = events.shift();
        if (event) yield event as never;
        else await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    },
    ID,
    { signal: controller.signal, refreshMs: 0, backoff: () => Promise.resolve() },
  );
  await becomes(live, 'one', 'two', 'three');
  await waitUntil('the last place', () => received.length === 3);
  expect(received).toEqual(['e.1', 'e.2', 'e.3']);
  controller.abort();
});
