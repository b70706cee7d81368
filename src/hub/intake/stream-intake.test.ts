import { describe, expect } from 'vitest';
import type { Draft } from '../../core/draft.ts';
import type { Run } from '../../drivers/driver.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import { NOON, OTHER, SESSION, type TestStore, storeTest as test } from '../../store/store-fixture.ts';
import { LiveText } from './live-text.ts';
import { StreamIntake } from './stream-intake.ts';

const run = { runId: 'r', sessionId: SESSION, pid: 7, startMark: '1', driver: 'stream' } as Run;
const MESSAGE = '33333333-3333-4333-8333-333333333333';

/** A hub that reads the journal of one run from the logged position. */
function attach(store: TestStore, readTranscript: (sessionId: string) => Promise<void> = async () => {}) {
  const { log, reader } = store;
  const warnings: string[] = [];
  const live = new LiveText(log, reader);
  const output = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  const intake = new StreamIntake({ log, reader, live, output, readTranscript });
  return {
    intake,
    warnings,
    /** Passes on the unread lines of a journal; the length of each is its index. */
    async read(journal: readonly (object | string)[]): Promise<boolean[]> {
      const begin = intake.takenUpTo(run.runId) / 1000;
      const answers: boolean[] = [];
      for (const [index, line] of journal.entries()) {
        if (index < begin) continue;
        const text = typeof line === 'string' ? line : JSON.stringify(line);
        answers.push(await intake.line(run, { text, end: (index + 1) * 1000, at: NOON + index }));
      }
      return answers;
    },
    mark: () => intake.takenUpTo(run.runId) / 1000,
    written: () =>
      live
        .follow(SESSION, () => {})
        .take()
        .map(({ text }) => text),
  };
}

const eventsOf = ({ reader }: TestStore, sessionId = SESSION) =>
  reader
    .events({ after: 0, sessionId, limit: 1000 })
    .map(({ json }) => JSON.parse(json) as ReinsEvent & Record<string, unknown>);
const typesOf = (store: TestStore, sessionId = SESSION) => eventsOf(store, sessionId).map(({ type }) => type);

const about = (uuid: string) => ({ uuid, session_id: SESSION });
const state = (uuid: string, now: string) => ({
  ...{ type: 'system', subtype: 'session_state_changed', state: now },
  ...about(uuid),
});
const started = { type: 'command_lifecycle', command_uuid: MESSAGE, state: 'started', ...about('c1') };
const api = (event: object) => ({ type: 'stream_event', event, api_message_id: 'm', ...about('s') });
const blockStart = api({ type: 'content_block_start', index: 0 });
const piece = (text: string) =>
  api({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
const blockStop = api({ type: 'content_block_stop', index: 0 });
const init = (sessionId: string, uuid: string) => ({
  ...{ type: 'system', subtype: 'init', uuid, session_id: sessionId, model: 'opus', cwd: '/p' },
});
const result = {
  ...{ type: 'result', subtype: 'success', is_error: false, result: 'Done.', num_turns: 1, duration_ms: 5 },
  ...{ total_cost_usd: 0.1, user_message_uuids: [MESSAGE], ...about('r1') },
};

/** A prompt whose acceptance by Claude Code is visible. */
const queue = (store: TestStore) =>
  store.log.append([
    {
      sessionId: SESSION,
      drafts: [
        {
          ...({ type: 'message_queued', message_id: MESSAGE, when: 'queue', text: 'hi', images: 0 } as const),
          ...({ by: 'operator', place: 1, source: 'driver', at: NOON } as const),
        },
      ],
    },
  ]);

describe('the read position of the journal', () => {
  test('is stored with the facts, and a new hub continues from there', async ({ store }) => {
    queue(store);
    const journal = [state('a', 'running'), started];
    expect(await attach(store).read(journal)).toEqual([true, true]);
    const again = store.reopen();
    expect(attach(again).mark()).toBe(2);
    await attach(again).read([...journal, state('b', 'idle')]);
    expect(typesOf(again).slice(1)).toEqual(['activity_changed', 'message_accepted', 'activity_changed']);
  });

  test('does not move into text: a new hub gets the text from its start', async ({ store }) => {
    queue(store);
    const hub = attach(store);
    const journal = [state('a', 'running'), blockStart, piece('Hel'), started, piece('lo')];
    await hub.read(journal);
    expect([hub.mark(), hub.written()]).toEqual([1, ['Hello']]);
    expect(typesOf(store).slice(1)).toEqual(['activity_changed', 'message_accepted']);
    const again = store.reopen();
    const next = attach(again);
    await next.read([...journal, piece('!')]);
    expect(next.written()).toEqual(['Hello!']);
    expect(typesOf(again).slice(1)).toEqual(['activity_changed', 'message_accepted']);
    await next.read([...journal, piece('!'), blockStop, state('b', 'idle')]);
    expect(next.mark()).toBe(8);
  });

  test('stays while the log cannot be written, and nothing is lost or duplicated', async ({ store }) => {
    const hub = attach(store);
    const pages = (count: number) => store.database.exec(`PRAGMA max_page_count = ${count}`);
    await hub.read([state('a', 'running')]);
    pages(1);
    const large = { type: 'brand_new', ...about('n'), words: 'x'.repeat(3_000_000) };
    expect(await hub.read([state('a', 'running'), large])).toEqual([false]);
    expect([hub.mark(), hub.warnings.length]).toEqual([1, 1]);
    pages(1_000_000);
    expect(await hub.read([state('a', 'running'), large])).toEqual([true]);
    expect(typesOf(store)).toEqual(['activity_changed', 'row_kept']);
  });
});

test('skips and records lines that are not from Claude Code or make no sense', async ({ store }) => {
  const odd = ['no json', '17', '{"type":5}', { type: 'control_request', request_id: 'x', request: 5 }, ''];
  const hub = attach(store);
  expect(
    await hub.read([...odd, { type: 'system', subtype: 'init', ...about('i'), mcp_servers: 5 }]),
  ).toEqual(Array(6).fill(true));
  expect(new Set(typesOf(store))).toEqual(new Set(['row_skipped']));
  expect(hub.warnings).toEqual([]);
});

test('a line whose session id is not a string blocks nothing', async ({ store }) => {
  const hub = attach(store);
  const odd = { type: 'system', subtype: 'init', uuid: 'i', session_id: [SESSION], model: 'opus' };
  expect(await hub.read([odd, state('a', 'running')])).toEqual([true, true]);
  expect(typesOf(store)).toEqual(['session_described', 'activity_changed']);
});

test('skips a line that is nested too deeply to be logged', async ({ store }) => {
  const hub = attach(store);
  const deep = `{"type":"brand_new","a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  expect(await hub.read([deep, state('a', 'running')])).toEqual([true, true]);
  expect(typesOf(store)).toEqual(['row_skipped', 'activity_changed']);
});

test('records a result once the transcript shows which prompt it belongs to', async ({ store }) => {
  const prompt: Draft = {
    ...{
      type: 'prompt_submitted' as const,
      key: `prompt:${MESSAGE}`,
      item: `prompt:${MESSAGE}`,
      prompt_id: 'p',
    },
    ...{
      uuid: MESSAGE,
      text: 'hi',
      origin: 'human',
      images: 0,
      source: 'transcript',
      at: NOON,
      position: 40,
    },
  } as const;
  const asked: string[] = [];
  const hub = attach(store, async (sessionId) => {
    asked.push(sessionId);
    store.add(prompt);
  });
  await hub.read([result]);
  expect(asked).toEqual([SESSION]);
  expect(eventsOf(store).find(({ type }) => type === 'turn_finished')).toMatchObject({
    ...{ prompt_id: 'p', outcome: 'completed', item: 'end:p', position: 40.5, source: 'stream' },
  });
  expect(eventsOf(store).find(({ type }) => type === 'turn_reported')).toMatchObject({
    ...{ message_ids: [MESSAGE], prompt_id: 'p', result: 'Done.', total_cost_usd: 0.1 },
  });
});

test('a transcript that cannot be read does not block the stream', async ({ store }) => {
  const hub = attach(store, () => Promise.reject(new Error('gone')));
  expect(await hub.read([result])).toEqual([true]);
  expect(typesOf(store)).toEqual(['turn_reported', 'cost_counted']);
  expect(hub.warnings).toHaveLength(1);
});

test("without a transcript, waits for nothing and uses the stream's conversation", async ({ store }) => {
  const at = { source: 'driver' as const, at: NOON };
  store.add(
    { type: 'session_created', how: 'new', persists: false, by: 'x', ...at },
    {
      ...{
        type: 'message_queued',
        message_id: MESSAGE,
        when: 'queue',
        text: 'hi',
        images: 0,
        by: 'x',
        place: 1,
      },
      ...at,
    },
  );
  const hub = attach(store, () => Promise.reject(new Error('there is none')));
  const requesting = {
    type: 'system',
    subtype: 'status',
    status: 'requesting',
    user_message_uuids: [MESSAGE],
  };
  await hub.read([started, { ...requesting, ...about('q') }, result]);
  expect(hub.warnings).toEqual([]);
  expect(eventsOf(store).find(({ type }) => type === 'turn_finished')).toMatchObject({ prompt_id: MESSAGE });
});

describe('/clear', () => {
  const reset = { type: 'conversation_reset', new_conversation_id: 'x', trigger: 'clear', ...about('x') };
  const journal = [
    init(SESSION, 'i1'),
    reset,
    init(OTHER, 'i2'),
    { type: 'control_cancel_request', request_id: 'z' },
  ];
  const serve = (store: TestStore) =>
    store.add({ type: 'run_started', pid: 7, start_mark: '1', source: 'driver', at: NOON });

  test('moves the run; later lines belong to the new session, even after restarts', async ({ store }) => {
    serve(store);
    await attach(store).read(journal);
    expect(typesOf(store).slice(-2)).toEqual(['run_ended', 'session_moved']);
    expect(typesOf(store, OTHER)).toEqual(['run_started', 'session_described']);
    const again = store.reopen();
    const named = { ...state('b', 'idle'), session_id: undefined };
    await attach(again).read([...journal, named]);
    expect(typesOf(again, OTHER).at(-1)).toBe('activity_changed');
  });

  test('a driver that has read ahead does not mislead it', async ({ store }) => {
    serve(store);
    const hub = attach(store);
    const ahead = { ...run, sessionId: OTHER } as Run;
    for (const [index, line] of journal.entries()) {
      await hub.intake.line(ahead, { text: JSON.stringify(line), end: index + 1, at: NOON });
    }
    expect(typesOf(store, OTHER)).toEqual(['run_started', 'session_described']);
    expect(typesOf(store)).toContain('session_moved');
  });

  test('is not repeated if the list of live sessions reported it first', async ({ store }) => {
    serve(store);
    const process = { pid: 7, start_mark: '1', source: 'registry', at: NOON } as const;
    store.add(
      { type: 'run_ended', reason: 'moved', ...process },
      {
        type: 'session_moved',
        to: OTHER,
        reason: 'clear',
        key: `moved:${OTHER}`,
        source: 'registry',
        at: NOON,
      },
    );
    store.log.append([{ sessionId: OTHER, drafts: [{ type: 'run_started', ...process }] }]);
    await attach(store).read(journal);
    expect(typesOf(store).filter((type) => type === 'run_ended' || type === 'session_moved')).toHaveLength(2);
    expect(typesOf(store, OTHER).filter((type) => type === 'run_started')).toHaveLength(1);
  });
});
