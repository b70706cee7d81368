import { describe, expect } from 'vitest';
import type { Draft } from '../core/draft.ts';
import { reduceSession } from '../core/reduce-session.ts';
import { emptySession } from '../core/session-state.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { LoggedEvent } from './event-log.ts';
import { NOON, OTHER, opened, SESSION, storeTest, type TestStore, text, toolStart } from './store-fixture.ts';

const test = storeTest;
const eventsOf = ({ reader }: TestStore, sessionId = SESSION): ReinsEvent[] =>
  reader.events({ after: 0, sessionId, limit: 10_000 }).map(({ json }) => JSON.parse(json));
const itemsOf = ({ reader }: TestStore) =>
  reader.items({ sessionId: SESSION, limit: 100, maxBytes: 1e9 }).items;

describe('order', () => {
  test('each session counts from one without gaps; positions count across sessions', ({ store }) => {
    store.log.append([
      { sessionId: SESSION, drafts: [text('a'), text('b')] },
      { sessionId: OTHER, drafts: [text('a')] },
      { sessionId: SESSION, drafts: [text('c')] },
    ]);
    store.log.append([{ sessionId: OTHER, drafts: [text('b')] }]);
    const all = store.reader.events({ after: 0, limit: 100 });
    expect(all.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
    expect(eventsOf(store).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(eventsOf(store, OTHER).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test('a session and its events carry the name of the machine that reported it first', ({ store }) => {
    store.log.append([{ sessionId: OTHER, drafts: [text('a')], host: 'laptop' }]);
    store.log.append([{ sessionId: OTHER, drafts: [text('b')] }]);
    store.log.append([{ sessionId: SESSION, drafts: [text('a')] }]);
    store.log.append([{ sessionId: SESSION, drafts: [text('b')], host: 'laptop' }]);
    expect(eventsOf(store, OTHER).map(({ host }) => host)).toEqual(['laptop', 'laptop']);
    expect(store.reader.session(OTHER)?.host).toBe('laptop');
    expect(new Set(eventsOf(store).map(({ host }) => host))).toEqual(
      new Set([store.reader.session(SESSION)?.host]),
    );
    expect(store.reader.session(SESSION)?.host).not.toBe('laptop');
  });

  test('continues after a restart', ({ store }) => {
    store.add(text('a'));
    const again = store.reopen();
    const [logged] = again.add(text('b'));
    expect(logged).toMatchObject({ position: 2, event: { seq: 2 } });
    again.close();
  });

  test('records a clock that was set back once, in running sessions', ({ store }) => {
    const started: Draft = { type: 'run_started', source: 'registry', at: NOON, pid: 1, start_mark: 'a' };
    store.add(text('later', { at: NOON + 3_600_000 }), started);
    store.add(text('a'));
    store.add(text('b'));
    expect(eventsOf(store).map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'assistant_text'],
      [2, 'run_started'],
      [3, 'clock_set_back'],
      [4, 'assistant_text'],
      [5, 'assistant_text'],
    ]);
  });

  test('after the clock was set back, an observation counts even if a stalled disk delayed it', ({
    store,
  }) => {
    const activity = (now: 'working' | 'idle', at: number): Draft => ({
      ...{ type: 'activity_changed', source: 'stream', at, activity: now },
    });
    const started: Draft = { type: 'run_started', source: 'registry', at: NOON, pid: 1, start_mark: 'a' };
    store.add(started, activity('working', NOON + 86_400_000));
    store.add(activity('idle', NOON - 5000));
    expect(store.reader.session(SESSION)?.activity?.value.now).toBe('idle');
  });

  test('ignores a clock that goes back', ({ store }) => {
    store.add(
      text('now', { at: NOON }),
      text('before', { at: NOON - 86_400_000 }),
      text('later', { at: NOON + 1 }),
    );
    expect(eventsOf(store).map(({ seq, at }) => [seq, at])).toEqual([
      [1, '2026-01-02T12:00:00.000Z'],
      [2, '2026-01-01T12:00:00.000Z'],
      [3, '2026-01-02T12:00:00.001Z'],
    ]);
    expect(store.reader.session(SESSION)).toMatchObject({ seq: 3, last_activity_at: NOON + 1 });
  });
});

describe('identity', () => {
  test('the same fact from two sources is one event', ({ store }) => {
    expect(store.add(toolStart('t'))).toHaveLength(1);
    expect(store.add(toolStart('t', { source: 'transcript', at: NOON + 9, position: 5 }))).toHaveLength(0);
    expect(store.add(toolStart('t'))).toHaveLength(0);
    expect(eventsOf(store)).toHaveLength(1);
  });

  test('even within one batch', ({ store }) => {
    expect(store.add(toolStart('t'), toolStart('t', { source: 'transcript' }), toolStart('t'))).toHaveLength(
      1,
    );
  });

  test('a more trusted source amends, a less trusted one is ignored', ({ store }) => {
    store.add(toolStart('t', { input: { command: 'hook' } }));
    store.add(toolStart('t', { source: 'transcript', input: { command: 'transcript' } }));
    store.add(toolStart('t', { source: 'stream', input: { command: 'stream' } }));
    expect(eventsOf(store).map(({ source }) => source)).toEqual(['hook', 'transcript']);
    expect(itemsOf(store)).toMatchObject([{ kind: 'tool', input: { command: 'transcript' } }]);
  });

  test('remembers the most trusted source after a restart', ({ store }) => {
    store.add(toolStart('t'));
    store.add(toolStart('t', { source: 'transcript' }));
    const again = store.reopen();
    expect(again.add(toolStart('t', { source: 'stream', input: { command: 'other' } }))).toHaveLength(0);
    expect(again.add(toolStart('t', { source: 'transcript', input: { command: 'other' } }))).toHaveLength(0);
    again.close();
  });

  test('facts without a key are never the same', ({ store }) => {
    const { key: _, ...draft } = text('a');
    expect(store.add(draft as never, draft as never)).toHaveLength(2);
  });

  test('belongs to a session', ({ store }) => {
    store.add(text('a'));
    expect(store.log.append([{ sessionId: OTHER, drafts: [text('a')] }])).toHaveLength(1);
  });

  test('is found again by its key, even after restarts; the lookup creates no session', ({ store }) => {
    store.add(toolStart('a'), text('b'));
    const [first] = eventsOf(store);
    expect(store.log.find(SESSION, 'tool:a')).toEqual(first);
    const again = store.reopen();
    expect(again.log.find(SESSION, 'tool:a')).toEqual(first);
    expect(again.log.find(SESSION, 'tool:b')).toBeUndefined();
    expect(again.log.find(OTHER, 'tool:a')).toBeUndefined();
    expect(again.reader.session(OTHER)).toBeUndefined();
  });

  test('keeps what the second source adds to the fact', ({ store }) => {
    store.add(toolStart('t'));
    store.add(toolStart('t', { source: 'transcript', observed: { git_branch: 'main' } }));
    expect(store.reader.session(SESSION)?.observed.git_branch?.value).toBe('main');
    expect(eventsOf(store).map(({ type }) => type)).toEqual(['tool_started', 'session_described']);
  });
});

describe('items', () => {
  test('have the place that the record gives them, regardless of who reported them first', ({ store }) => {
    store.add(toolStart('b'), text('a', { item: 'text:a', position: 10 }));
    expect(itemsOf(store).map(({ id }) => id)).toEqual(['text:a', 'tool:b']);
    store.add(toolStart('b', { source: 'transcript', position: 5 }));
    expect(itemsOf(store).map(({ id, position }) => [id, position])).toEqual([
      ['tool:b', 5],
      ['text:a', 10],
    ]);
  });

  test('collect all their events, even after restarts', ({ store }) => {
    store.add(toolStart('t', { position: 1 }));
    const again = store.reopen();
    const about = { item: 'tool:t', tool_use_id: 't', source: 'transcript' as const, at: NOON + 1 };
    again.add(
      { type: 'tool_finished', key: 'r', content: 'done', is_error: false, ...about },
      { type: 'tool_timed', key: 'd', duration_ms: 7, ...about },
    );
    expect(itemsOf(again)).toMatchObject([
      { id: 'tool:t', name: 'Bash', result: 'done', duration_ms: 7, position: 1 },
    ]);
    again.close();
  });

  test('of subagents are separate', ({ store }) => {
    store.add(text('main', { item: 'same' }), text('sub', { item: 'same', agent_id: 'helper' }));
    expect(itemsOf(store)).toMatchObject([{ text: 'main' }]);
    const sub = store.reader.items({ sessionId: SESSION, agentId: 'helper', limit: 9, maxBytes: 1e9 });
    expect(sub.items).toMatchObject([{ text: 'sub' }]);
  });
});

describe('one transaction', () => {
  const checkpoint = { path: '/t.jsonl', sessionId: SESSION, inode: 1, offset: 100, head: 'h' };

  test('stores the read position together with the facts', ({ store }) => {
    store.log.append([{ sessionId: SESSION, drafts: [text('a')] }], [checkpoint]);
    expect(store.reader.checkpoint('/t.jsonl')).toEqual(checkpoint);
  });

  test('leaves nothing behind when it fails, on disk or in memory', ({ store }) => {
    store.add(toolStart('t'), opened('i'));
    const before = JSON.stringify([eventsOf(store), itemsOf(store), store.reader.session(SESSION)]);
    const broken = { ...checkpoint, path: null as never };
    const drafts = [text('lost', { item: 'lost' }), toolStart('t', { source: 'transcript', position: 1 })];
    expect(() => store.log.append([{ sessionId: SESSION, drafts }], [checkpoint, broken])).toThrow();
    expect(JSON.stringify([eventsOf(store), itemsOf(store), store.reader.session(SESSION)])).toBe(before);
    expect(store.reader.checkpoint('/t.jsonl')).toBeUndefined();
    const [first] = store.add(...drafts);
    expect(first).toMatchObject({ position: 3, event: { seq: 3 } });
    expect(itemsOf(store).map(({ id }) => id)).toEqual(['tool:t', 'lost']);
  });

  test('reports a full disk, and continues once there is space', ({ store }) => {
    store.add(text('kept'));
    const { page_count: pages } = store.database.prepare('PRAGMA page_count').get() as { page_count: number };
    store.database.exec(`PRAGMA max_page_count = ${pages + 3}`);
    const large = text('large', { text: 'x'.repeat(100_000), item: 'large' });
    expect(() => store.add(large)).toThrow(ReinsError);
    expect(() => store.add(large)).toThrow(expect.objectContaining({ code: 'log_unavailable' }));
    expect(eventsOf(store).map(({ seq }) => seq)).toEqual([1]);
    store.database.exec('PRAGMA max_page_count = 1000000');
    expect(store.add(large)).toMatchObject([{ position: 2, event: { seq: 2 } }]);
    expect(store.database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  });

  test('keeps the projection equal to its events reduced', ({ store }) => {
    store.add(toolStart('t'), opened('i'), text('a'));
    const rebuilt = eventsOf(store).reduce(reduceSession, emptySession(SESSION, 'desk'));
    expect(store.reader.session(SESSION)).toEqual(JSON.parse(JSON.stringify(rebuilt)));
  });
});

test('projects interactions as they open, change and close', ({ store }) => {
  store.add(opened('i'), opened('j', { at: NOON + 1 }));
  store.add({ type: 'interaction_updated', source: 'hook', at: NOON, interaction_id: 'i', tool_use_id: 't' });
  expect(store.reader.interactions('open')).toMatchObject([{ id: 'i', tool_use_id: 't' }, { id: 'j' }]);
  store.add({
    type: 'interaction_closed',
    source: 'driver',
    at: NOON,
    interaction_id: 'i',
    state: 'withdrawn',
  });
  expect(store.reader.interactions('open', SESSION)).toMatchObject([{ id: 'j' }]);
  expect(store.reader.interactions('withdrawn')).toMatchObject([{ id: 'i' }]);
  expect(store.reader.interactions(undefined, OTHER)).toEqual([]);
  expect(store.reader.interaction('i')?.state).toBe('withdrawn');
});

describe('listeners', () => {
  test('are called after the commit, and only with new events', ({ store }) => {
    const received: (readonly LoggedEvent[])[] = [];
    const stop = store.log.onCommit((events) => {
      expect(store.reader.lastPosition()).toBe(events.at(-1)?.position);
      received.push(events);
    });
    store.add(text('a'), text('b'));
    store.add(text('a'));
    expect(received.map((events) => events.map(({ position }) => position))).toEqual([[1, 2]]);
    stop();
    store.add(text('c'));
    expect(received).toHaveLength(1);
  });

  test('that append themselves do not disturb the order for others', ({ store }) => {
    const received: number[] = [];
    store.log.onCommit(([first]) => {
      if (first?.event.seq === 1) store.add(text('answer'));
    });
    store.log.onCommit((events) => received.push(...events.map(({ position }) => position)));
    store.add(text('question'));
    expect(received).toEqual([1, 2]);
  });
});
