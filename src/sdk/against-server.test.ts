/** The SDK against the real server on a real log. */
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { type RunningServer, SESSION, serverTest } from '../../test/running-server.ts';
import { MESSAGE } from '../../test/scripted-steering.ts';
import { createClient } from './client.ts';
import { watchSession } from './live-session.ts';
import { isLogEvent, type StreamMessage } from './stream-message.ts';

const clientOf = ({ url, tokens }: RunningServer) => createClient({ url, token: tokens.operator });

function say(server: RunningServer, number: number) {
  const facts = { message_id: `m${number}`, block: 0, text: `text ${number}` };
  server.append('assistant_text', facts, { item: `t${number}`, position: number });
}

function ask(server: RunningServer, position: number) {
  const facts = {
    prompt_id: `p${position}`,
    uuid: `u${position}`,
    text: 'do it',
    origin: 'human',
    images: 0,
  };
  server.append('prompt_submitted', facts, { item: `prompt:${position}`, position });
}

serverTest('list, view, pages, interactions, settings and tokens', async ({ server }) => {
  const client = clientOf(server);
  ask(server, 1);
  for (let number = 2; number <= 120; number++) say(server, number);
  const { items } = await client.list({ limit: 1 });
  expect(items.map(({ session_id }) => session_id)).toEqual([SESSION]);
  const view = await client.get(SESSION);
  const older = await client.turns(
    SESSION,
    view.older_before === undefined ? {} : { before: view.older_before },
  );
  expect(older.turns[0]?.prompt).toMatchObject({ text: 'do it' });
  expect(await client.interactions({ state: 'open', session: SESSION })).toEqual({ items: [] });
  expect(await client.settings.change({ port: 1234 })).toMatchObject({ port: 1234 });
  expect(await client.settings.change({ port: null })).toEqual(await client.settings.get());
  const { token } = await client.tokens.add('bot', 'viewer');
  const bot = createClient({ url: server.url, token });
  expect((await bot.list()).items).toHaveLength(1);
  await expect(bot.settings.change({ port: 1 })).rejects.toMatchObject({ code: 'forbidden' });
  await client.tokens.revoke('bot');
  await expect(bot.list()).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(client.tokens.revoke('bot')).rejects.toMatchObject({ code: 'token_not_found' });
});

serverTest('every way to steer a session reaches the hub', async ({ server }) => {
  const client = clientOf(server);
  const { session_id: id } = await client.createSession({ cwd: '/work', prompt: 'go' });
  await client.resume(id);
  await client.resume(id, { driver: 'tmux' });
  expect((await client.fork(id, { session_id: SESSION })).session_id).toBe(SESSION);
  await client.takeover(id, { force: true });
  await client.changeSession(id, { name: 'mine' });
  await client.interrupt(id);
  expect(await client.send(id, { text: 'hello' })).toEqual({
    ...{ message_id: MESSAGE, session_id: id, state: 'queued' },
  });
  expect((await client.queue(id)).items).toHaveLength(1);
  expect(await client.changeMessage(id, MESSAGE, { text: 'new' })).toMatchObject({ text: 'new' });
  expect(await client.removeMessage(id, MESSAGE)).toMatchObject({ state: 'removed' });
  expect(await client.screen(id)).toMatchObject({ columns: 80 });
  expect(await client.terminal(id)).toEqual({ command: ['tmux', 'attach'] });
  expect(await client.stopSession(id)).toMatchObject({ session_id: id });
  const audio = client.send(id, { content: [{ type: 'audio' as 'text', text: '' }] });
  await expect(audio).rejects.toMatchObject({ code: 'unsupported_content', details: { index: 0 } });
  expect(server.steered).toEqual([
    ['create', { cwd: '/work', prompt: 'go' }, 'operator'],
    ['resume', id, {}, 'operator'],
    ['resume', id, { driver: 'tmux' }, 'operator'],
    ['fork', id, { session_id: SESSION }, 'operator'],
    ['takeover', id, { force: true }, 'operator'],
    ['change', id, { name: 'mine' }, 'operator'],
    ['interrupt', id, 'operator'],
    ['send', id, { text: 'hello', when: 'queue' }, 'operator'],
    ['queue', id],
    ['changeMessage', id, MESSAGE, { text: 'new' }, 'operator'],
    ['removeMessage', id, MESSAGE, 'operator'],
    ['screen', id],
    ['terminal', id],
    ['stop', id, 'operator'],
  ]);
});

serverTest('a subscription yields history, then live events, each once', async ({ server }) => {
  say(server, 1);
  const controller = new AbortController();
  const seqs: number[] = [];
  for await (const message of clientOf(server).subscribe({ sessionId: SESSION, signal: controller.signal })) {
    if (isLogEvent(message)) seqs.push(message.event.seq);
    if (seqs.length < 4) say(server, seqs.length + 1);
    else controller.abort();
  }
  expect(seqs).toEqual([1, 2, 3, 4]);
});

serverTest('the id of another log yields a reset and a snapshot', async ({ server }) => {
  say(server, 1);
  const seen: StreamMessage['type'][] = [];
  const subscription = clientOf(server).subscribe({
    sessionId: SESSION,
    lastEventId: 'another.7',
    signal: new AbortController().signal,
  });
  for await (const { type } of subscription) {
    if (seen.push(type) === 2) say(server, 2);
    if (seen.length === 3) break;
  }
  expect(seen).toEqual(['reset', 'snapshot', 'assistant_text']);
});

serverTest('a live session ends up equal to the view of the hub', async ({ server }) => {
  const client = clientOf(server);
  const controller = new AbortController();
  ask(server, 1);
  try {
    const live = await watchSession(client, SESSION, { signal: controller.signal, refreshMs: 0 });
    for (let number = 2; number <= 60; number++) {
      say(server, number);
      if (number % 20 === 0)
        server.append('activity_changed', { activity: 'idle' }, { at: Date.now() + number });
      if (number % 10 === 0) await new Promise(setImmediate);
    }
    const end = { prompt_id: 'p1', outcome: 'completed' as const };
    server.append('turn_finished', end, { item: 'end:p1', position: 61, at: Date.now() + 1000 });
    const { last_event_id: _, ...wanted } = await client.get(SESSION);
    await waitUntil('the newest view', () => live.view.seq === wanted.seq);
    expect(live.view).toEqual(wanted);
  } finally {
    controller.abort();
  }
});
