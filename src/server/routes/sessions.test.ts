import { expect } from 'vitest';
import {
  OTHER_SESSION,
  type RunningServer,
  SESSION,
  START,
  serverTest as test,
} from '../../../test/running-server.ts';
import type { SessionAnswer, SessionList, TurnsPage } from '../../protocol/api.ts';

async function get<T>(server: RunningServer, path: string): Promise<T> {
  const response = await server.call(path);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

function say(server: RunningServer, position: number, text: string): void {
  const about = { item: `text:${position}`, position, at: START + position };
  server.append('assistant_text', { message_id: `m${position}`, block: 0, text }, about);
}

test('lists sessions, newest activity first, filtered and by page', async ({ server }) => {
  const ids = Array.from({ length: 5 }, (_, index) => `${index}0000000-0000-4000-8000-000000000000`);
  ids.forEach((sessionId, index) => {
    const observed = { title: `Work ${index}`, cwd: index < 2 ? '/a' : '/b' };
    server.append('session_started', { how: 'startup' }, { sessionId, at: START + index, observed });
  });
  const whole = await get<SessionList>(server, '/api/sessions');
  expect(whole.items.map(({ title }) => title)).toEqual(['Work 4', 'Work 3', 'Work 2', 'Work 1', 'Work 0']);
  expect(whole.next_cursor).toBeUndefined();

  const seen: string[] = [];
  let cursor = '';
  for (let page = 0; page < 3; page++) {
    const { items, next_cursor } = await get<SessionList>(server, `/api/sessions?limit=2${cursor}`);
    seen.push(...items.map(({ session_id }) => session_id));
    cursor = `&cursor=${next_cursor}`;
  }
  expect(seen).toEqual(ids.toReversed());

  const titles = async (query: string) =>
    (await get<SessionList>(server, `/api/sessions?${query}`)).items.map(({ title }) => title);
  expect(await titles('cwd=%2Fa')).toEqual(['Work 1', 'Work 0']);
  expect(await titles('q=work+3')).toEqual(['Work 3']);
  expect(await titles('status=ended')).toEqual([]);
  expect(await titles(`ids=${ids[3]},${OTHER_SESSION},${ids[0]}`)).toEqual(['Work 3', 'Work 0']);
  expect((await server.call('/api/sessions?ids=no-session')).status).toBe(400);
});

test('filters by pin, label and archive state; lists archived sessions unless asked not to', async ({
  server,
}) => {
  const ids = Array.from({ length: 4 }, (_, index) => `${index}0000000-0000-4000-8000-000000000000`);
  const marks = [{ pinned: true }, { archived: true, labels: ['a%b'] }, { labels: ['a%b', 'x'] }, {}];
  ids.forEach((sessionId, index) => {
    server.append('session_started', { how: 'startup' }, { sessionId, at: START + index });
    server.append('session_marked', { ...marks[index], by: 'me' }, { sessionId, at: START + 10 });
  });
  const found = async (query: string) =>
    (await get<SessionList>(server, `/api/sessions?${query}`)).items.map((one) =>
      ids.indexOf(one.session_id),
    );
  expect(await found('')).toEqual([3, 2, 1, 0]);
  expect(await found('archived=false')).toEqual([3, 2, 0]);
  expect(await found('archived=true')).toEqual([1]);
  expect(await found('pinned=true')).toEqual([0]);
  expect(await found('label=a%25b')).toEqual([2, 1]);
  expect(await found('label=a')).toEqual([]);
  expect(await found('q=a%25b&archived=false')).toEqual([2]);
  expect((await server.call('/api/sessions?archived=yes')).status).toBe(400);
  const { counts, labels } = await get<SessionList>(
    server,
    '/api/sessions?counts=true&archived=false&label=x',
  );
  expect([Object.values(counts ?? {}).reduce((sum, one) => sum + one), labels]).toEqual([
    3,
    { 'a%b': 1, x: 1 },
  ]);
});

test('a view without the conversation', async ({ server }) => {
  say(server, 1, 'words');
  const view = await get<SessionAnswer>(server, `/api/sessions/${SESSION}?limit=0`);
  expect(view).toMatchObject({ session_id: SESSION, seq: 1, turns: [] });
  expect(view).not.toHaveProperty('older_before');
});

test('a view has the newest items, and pages lead back to the first without loss or repeat', async ({
  server,
}) => {
  for (let position = 1; position <= 25; position++) say(server, position, `line ${position}`);
  const view = await get<SessionAnswer>(server, `/api/sessions/${SESSION}?limit=10`);
  expect(view).toMatchObject({ session_id: SESSION, seq: 25, older_before: 16 });
  const texts = ({ turns }: TurnsPage) =>
    turns.flatMap(({ items }) => items).map((item) => (item.kind === 'text' ? item.text : ''));
  const pages = [texts(view)];
  let before = view.older_before;
  while (before !== undefined) {
    const page = await get<TurnsPage>(server, `/api/sessions/${SESSION}/turns?limit=10&before=${before}`);
    pages.unshift(texts(page));
    before = page.older_before;
  }
  expect(pages.flat()).toEqual(Array.from({ length: 25 }, (_, index) => `line ${index + 1}`));
});

test('keeps items at one place on one page', async ({ server }) => {
  for (const [index, position] of [1, 2, 2, 2, 3].entries()) {
    const about = { item: `text:${index}`, position };
    server.append('assistant_text', { message_id: `m${index}`, block: 0, text: `${index}` }, about);
  }
  const countOf = ({ turns }: TurnsPage) => turns.flatMap(({ items }) => items).length;
  const view = await get<SessionAnswer>(server, `/api/sessions/${SESSION}?limit=3`);
  const older = await get<TurnsPage>(
    server,
    `/api/sessions/${SESSION}/turns?limit=3&before=${view.older_before}`,
  );
  const oldest = await get<TurnsPage>(
    server,
    `/api/sessions/${SESSION}/turns?limit=3&before=${older.older_before}`,
  );
  expect([view, older, oldest].map(countOf)).toEqual([1, 3, 1]);
});

test('groups items into turns, and a subagent has its own conversation', async ({ server }) => {
  const prompt = { prompt_id: 'p1', uuid: 'u1', text: 'Do it', origin: 'human', images: 0 };
  server.append('prompt_submitted', prompt, { item: 'prompt:u1', position: 1 });
  say(server, 2, 'Done.');
  const about = { item: 'text:a', position: 1, agent_id: 'helper' };
  server.append('assistant_text', { message_id: 'a', block: 0, text: 'From the helper' }, about);
  const view = await get<SessionAnswer>(server, `/api/sessions/${SESSION}`);
  expect(view.turns).toMatchObject([{ prompt: { text: 'Do it' }, items: [{ text: 'Done.' }] }]);
  const helper = await get<TurnsPage>(server, `/api/sessions/${SESSION}/turns?agent=helper`);
  expect(helper.turns).toMatchObject([{ items: [{ text: 'From the helper' }] }]);
});

test('pages also continue from a place to the end', async ({ server }) => {
  for (let position = 1; position <= 9; position++) say(server, position, `words ${position}`);
  const seen: unknown[] = [];
  let after: number | undefined = 2;
  while (after !== undefined) {
    const page: TurnsPage = await get(server, `/api/sessions/${SESSION}/turns?after=${after}&limit=3`);
    seen.push(page.turns.flatMap(({ items }) => items.map((item) => item.position)));
    after = page.newer_after;
  }
  expect(seen).toEqual([[3, 4, 5], [6, 7, 8], [9]]);
  const response = await server.call(`/api/sessions/${SESSION}/turns?after=1&before=5`);
  expect(response.status).toBe(400);
});

test('bounds a page in bytes, and cuts an item that is too large for any page', async ({ server }) => {
  for (let position = 1; position <= 5; position++) say(server, position, 'x'.repeat(400_000));
  const view = await get<SessionAnswer>(server, `/api/sessions/${SESSION}`);
  expect(view.turns.flatMap(({ items }) => items)).toHaveLength(2);
  expect(view.older_before).toBe(4);

  server.append(
    'tool_finished',
    { tool_use_id: 't', content: [{ text: 'y'.repeat(3_000_000) }], is_error: false },
    { item: 'tool:t', position: 6 },
  );
  const response = await server.call(`/api/sessions/${SESSION}`);
  const text = await response.text();
  expect(text.length).toBeLessThan(1_100_000);
  expect(text).toContain('more characters)');
});

test('reads a session before showing it', async ({ server }) => {
  let opened = '';
  server.deps.showSession = async (sessionId) => {
    opened = sessionId;
    say(server, 1, 'from the transcript');
  };
  const view = await get<SessionAnswer>(server, `/api/sessions/${SESSION}`);
  expect(opened).toBe(SESSION);
  expect(view.seq).toBe(1);
});

test('the inbox and the questions of a session', async ({ server }) => {
  const base = { suggestions: [], routes: ['hook' as const] };
  const questions = [{ question: 'Red or blue?', options: [{ label: 'Red' }, { label: 'Blue' }] }];
  server.append('interaction_opened', {
    ...base,
    interaction_id: 'q',
    kind: 'question',
    tool_use_id: 'toolu_q',
    input: { questions },
  });
  const permission = { ...base, interaction_id: 'p', kind: 'permission' as const, input: {} };
  server.append('interaction_opened', permission, { sessionId: OTHER_SESSION });
  const ids = async (query: string) =>
    (await get<{ items: { id: string }[] }>(server, `/api/interactions${query}`)).items.map(({ id }) => id);
  expect(await ids('')).toEqual(['p', 'q']);
  expect(await ids(`?session=${SESSION}&state=open`)).toEqual(['q']);
  expect(await ids('?state=answered')).toEqual([]);
  const pending = await get(server, `/api/sessions/${SESSION}/pending-questions`);
  const names = { tool_use_id: 'toolu_q', toolUseId: 'toolu_q' };
  expect(pending).toEqual({ items: [{ ...names, questions, opened_at: expect.any(String) }] });
  expect(await get(server, `/api/sessions/${OTHER_SESSION}/pending-questions`)).toEqual({ items: [] });
});

test('while older parts are read, a view ends before the gap and reports that there is more', async ({
  server,
}) => {
  for (const position of [1, 2, 8, 9]) say(server, position, `words ${position}`);
  server.deps.completeFrom = () => 8;
  const view = await get<SessionAnswer>(server, `/api/sessions/${SESSION}`);
  expect(view).toMatchObject({ reading: true, older_before: 8 });
  expect(view.turns.flatMap(({ items }) => items)).toHaveLength(2);
  server.deps.completeFrom = () => undefined;
  const older = await get<TurnsPage>(server, `/api/sessions/${SESSION}/turns?before=8`);
  expect(older.turns.flatMap(({ items }) => items)).toHaveLength(2);
});
