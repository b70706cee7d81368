import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, vi } from 'vitest';
import { waitUntil } from '../../../stage/patience.ts';
import {
  OTHER_SESSION,
  type RunningServer,
  SESSION,
  startServer,
  serverTest as test,
} from '../../../test/running-server.ts';

const events = `/api/sessions/${SESSION}/events`;
const idOf = (server: RunningServer, position: number) => `${server.deps.epoch}.${position}`;

function note(server: RunningServer, text: string, sessionId = SESSION): number {
  return server.append('notification_raised', { kind: 'note', message: text }, { sessionId });
}
const messagesOf = (frames: readonly { data?: string }[]) =>
  frames.map(({ data }) => (JSON.parse(data ?? '{}') as { message: string }).message);

test('history, then live, with no gap and no repeat', async ({ server }) => {
  const expected = Array.from({ length: 1200 }, (_, index) => `note ${index}`);
  for (const text of expected.slice(0, 1000)) note(server, text);
  const stream = await server.stream(events);
  // These are committed while the history is being sent.
  for (const text of expected.slice(1000)) {
    note(server, text);
    note(server, 'elsewhere', OTHER_SESSION);
    await stream.waitForFrames(1);
  }
  const frames = await stream.waitForFrames(1200);
  expect(messagesOf(frames)).toEqual(expected);
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
});

test('a frame is the id to resume from, the type, and the event as stored', async ({ server }) => {
  const position = note(server, 'Ünïcode \u2028 and "quotes"\nand lines');
  const stream = await server.stream(events);
  const [frame] = await stream.waitForFrames(1);
  const [stored] = server.reader.sessions({ limit: 1 }).states;
  expect(frame).toMatchObject({ id: idOf(server, position), event: 'notification_raised' });
  expect(JSON.parse(frame?.data ?? '')).toMatchObject({
    seq: stored?.seq,
    session_id: SESSION,
    host: 'testhost',
    type: 'notification_raised',
    message: 'Ünïcode \u2028 and "quotes"\nand lines',
  });
});

test('plain messages carry their type in the data, and the same ids', async ({ server }) => {
  const position = note(server, 'one');
  const stream = await server.stream(`${events}?format=message`);
  const [frame] = await stream.waitForFrames(1);
  expect(frame?.event).toBeUndefined();
  expect(frame?.id).toBe(idOf(server, position));
  expect(JSON.parse(frame?.data ?? '')).toMatchObject({ type: 'notification_raised', message: 'one' });
  const lost = await server.stream(`${events}?format=message`, { 'Last-Event-ID': 'unknown.1' });
  const [reset, snapshot] = await lost.waitForFrames(2);
  expect(JSON.parse(reset?.data ?? '')).toEqual({ type: 'reset', data: { reason: 'unknown_epoch' } });
  expect(JSON.parse(snapshot?.data ?? '')).toMatchObject({ type: 'snapshot', data: { session_id: SESSION } });
  expect(snapshot?.id).toBe(idOf(server, position));
});

test('resumes after the last id, after a seq, or from now on', async ({ server }) => {
  const [first = 0, second = 0] = ['one', 'two', 'three'].map((text) => note(server, text));
  note(server, 'elsewhere', OTHER_SESSION);
  const streams = {
    byHeader: await server.stream(events, { 'Last-Event-ID': idOf(server, first) }),
    headerGoesFirst: await server.stream(`${events}?since=0`, { 'Last-Event-ID': idOf(server, second) }),
    byQuery: await server.stream(`${events}?since=${idOf(server, second)}`),
    bySeq: await server.stream(`${events}?since=1`),
    live: await server.stream(`${events}?since=now`),
    all: await server.stream('/api/events'),
    allSinceStart: await server.stream('/api/events?since=0'),
    allResumed: await server.stream('/api/events', { 'Last-Event-ID': idOf(server, second) }),
  };
  note(server, 'last');
  const reported = async (name: keyof typeof streams, count: number) =>
    messagesOf(await streams[name].waitForFrames(count));
  expect(await reported('byHeader', 3)).toEqual(['two', 'three', 'last']);
  expect(await reported('headerGoesFirst', 2)).toEqual(['three', 'last']);
  expect(await reported('byQuery', 2)).toEqual(['three', 'last']);
  expect(await reported('bySeq', 3)).toEqual(['two', 'three', 'last']);
  expect(await reported('live', 1)).toEqual(['last']);
  expect(await reported('all', 1)).toEqual(['last']);
  expect(await reported('allSinceStart', 5)).toEqual(['one', 'two', 'three', 'elsewhere', 'last']);
  expect(await reported('allResumed', 3)).toEqual(['three', 'elsewhere', 'last']);
});

test('starts over from a snapshot if it cannot resume', async ({ server }) => {
  const last = note(server, 'before');
  const beginnings: [path: string, id: string | undefined, reason: string][] = [
    [events, 'elsewhen.1', 'unknown_epoch'],
    [events, 'nonsense', 'unknown_epoch'],
    [events, idOf(server, last + 1), 'unknown_position'],
    [`${events}?since=99`, undefined, 'unknown_position'],
    ['/api/events', 'elsewhen.1', 'unknown_epoch'],
  ];
  const streams = await Promise.all(
    beginnings.map(([path, id]) => server.stream(path, id === undefined ? {} : { 'Last-Event-ID': id })),
  );
  note(server, 'after');
  for (const [index, stream] of streams.entries()) {
    const [reset, snapshot, live] = await stream.waitForFrames(3);
    const [path, , reason] = beginnings[index] ?? [];
    expect(reset).toEqual({ event: 'reset', data: JSON.stringify({ reason }) });
    expect(snapshot).toMatchObject({ id: idOf(server, last), event: 'snapshot' });
    expect(JSON.parse(snapshot?.data ?? '')).toMatchObject(
      path === '/api/events'
        ? { items: [{ session_id: SESSION }] }
        : { session_id: SESSION, turns: [], seq: 1 },
    );
    expect(live).toMatchObject({ id: idOf(server, last + 1), event: 'notification_raised' });
  }
});

test('sends raw hooks unchanged, and nothing else', async ({ server }) => {
  const raws = [
    `{"hook_event_name":"Stop","session_id":"${SESSION}","odd":  [1,2 ,3], "e":"\\u00e9é\u2028"}`,
    `{\n  "hook_event_name": "Tomorrow",\r\n  "session_id": "${SESSION}"\r}`,
  ];
  note(server, 'not a hook');
  for (const raw of raws) server.append('hook_received', { name: 'Stop' }, { raw });
  const stream = await server.stream(`${events}?raw=hook`);
  const frames = await stream.waitForFrames(2);
  expect(frames.map(({ event }) => event)).toEqual(['hook', 'hook']);
  expect(frames[0]?.data).toBe(raws[0]);
  expect(frames[1]?.data).toBe(raws[1]?.replace(/\r\n|\r/g, '\n'));
});

test('sends questions in addition to events, named by their tool use', async ({ server }) => {
  const questions = [{ question: 'Red or blue?' }];
  const opened = { kind: 'question' as const, input: { questions }, suggestions: [], routes: [] };
  const answer = {
    by: { type: 'device' as const, name: 'phone' },
    at: '2026-01-01T00:00:00.000Z',
    route: 'hook' as const,
    applied: 'sent' as const,
  };
  server.append('interaction_opened', { ...opened, interaction_id: 'a', tool_use_id: 'toolu_a' });
  // Here the tool use becomes known only later.
  server.append('interaction_opened', { ...opened, interaction_id: 'b' });
  const stream = await server.stream(`${events}?questions=true`);
  server.append('interaction_updated', { interaction_id: 'b', tool_use_id: 'toolu_b' });
  server.append('interaction_updated', { interaction_id: 'b', tool_use_id: 'toolu_b', routes: [] });
  const answers = { 'Red or blue?': 'Red' };
  server.append('interaction_closed', {
    interaction_id: 'a',
    state: 'answered',
    answer: { ...answer, answers },
  });
  server.append('interaction_closed', { interaction_id: 'b', state: 'withdrawn' });
  const frames = await stream.waitForFrames(10);
  expect(frames.map(({ event }) => event)).toEqual([
    ...['interactive_question', 'interaction_opened', 'interaction_opened'],
    ...['interactive_question', 'interaction_updated', 'interaction_updated'],
    ...['interactive_question_answered', 'interaction_closed'],
    ...['interactive_question_answered', 'interaction_closed'],
  ]);
  const news = frames.filter(({ event }) => event?.startsWith('interactive_'));
  expect(news.map(({ id }) => id)).toEqual([undefined, undefined, undefined, undefined]);
  const all = await server.stream('/api/events?questions=true&since=0');
  const [first] = await all.waitForFrames(1);
  expect(JSON.parse(first?.data ?? '')).toEqual({ ...named('toolu_a'), questions });
  expect(news.map(({ data }) => JSON.parse(data ?? ''))).toEqual([
    { ...named('toolu_a'), questions },
    { ...named('toolu_b'), questions },
    { ...named('toolu_a'), answers, state: 'answered' },
    { ...named('toolu_b'), answers: {}, state: 'withdrawn' },
  ]);
});

const named = (id: string) => ({ session_id: SESSION, sessionId: SESSION, tool_use_id: id, toolUseId: id });

test('heartbeats break the silence, and move the resume id past skipped events', async () => {
  const server = await startServer({ limits: { heartbeatMs: 10 } });
  try {
    const plain = await server
      .stream(events.replace(SESSION, OTHER_SESSION))
      .then((stream) => stream.response.status);
    expect(plain).toBe(404);
    const position = note(server, 'left out');
    const stream = await server.stream(`${events}?raw=hook`);
    expect(await stream.waitForFrames(1)).toEqual([{ id: idOf(server, position) }]);
    await waitUntil('a heartbeat', () => stream.text.includes(': heartbeat\n\n'));
  } finally {
    await server.close();
  }
});

test('drops a client that reads nothing, which can resume', async () => {
  const server = await startServer({ limits: { drainMs: 50 } });
  try {
    const count = 40;
    for (let index = 0; index < count; index++) note(server, `${index} ${'x'.repeat(500_000)}`);
    const follow = vi.spyOn(server.deps.feed, 'follow');
    const headers = { Authorization: `Bearer ${server.tokens.viewer}` };
    const [response] = (await once(get(server.url + events, { headers }), 'response')) as [IncomingMessage];
    // Nothing is read from the socket until the server has dropped it.
    await waitUntil('the drop', () => follow.mock.calls[0]?.[0].signal.aborted);
    // The first block only contains the start of the stream.
    const seen = (await textUntilCut(response)).split('\n\n').slice(1, -1);
    expect(seen.length).toBeLessThan(count);
    const lastId = /^id: (.*)$/m.exec(seen.at(-1) ?? '')?.[1] ?? idOf(server, 0);
    const stream = await server.stream(events, { 'Last-Event-ID': lastId });
    const [next] = await stream.waitForFrames(1);
    expect(messagesOf([next ?? {}])[0]).toMatch(new RegExp(`^${seen.length} `));
  } finally {
    await server.close();
  }
});

async function textUntilCut(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of response) text += chunk;
  } catch {
    // This is the cut.
  }
  return text;
}

test('a stream that starts now can be resumed before its first event', async ({ server }) => {
  note(server, 'before');
  const stream = await server.stream('/api/events');
  const beginning = await waitUntil('the beginning', () => stream.beginsAt());
  note(server, 'while nobody listened');
  const resumed = await server.stream('/api/events', { 'Last-Event-ID': beginning });
  expect(messagesOf(await resumed.waitForFrames(1))).toEqual(['while nobody listened']);
});

test('a HEAD request opens no stream', async ({ server }) => {
  const response = await server.call('/api/events', { method: 'HEAD' });
  expect(response.status).toBe(200);
});
