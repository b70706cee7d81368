import { expect } from 'vitest';
import { hookPayloadSchema } from '../claude/hook-payload.ts';
import type { Draft } from '../core/draft.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { NOON, SESSION, storeTest, type TestStore } from '../store/store-fixture.ts';
import { startInteractions } from './interactions-fixture.ts';

const test = storeTest;
const reported = { source: 'hook', at: NOON } as const;

function ask(
  store: TestStore,
  id: string,
  { server = 's', routes = [] as Interaction['routes'], at = NOON } = {},
) {
  const opened: Draft<'interaction_opened'> = {
    type: 'interaction_opened',
    ...{ source: 'hook', at, interaction_id: id, kind: 'elicitation', suggestions: [], routes },
    input: { mcp_server_name: server },
  };
  store.add(opened);
}

function run(store: TestStore, entrypoint: string) {
  store.add({ type: 'run_started', ...reported, pid: 1, start_mark: '1', entrypoint });
}

function answer(store: TestStore, id: string, rest: object) {
  const by = { type: 'device', name: 'phone' } as const;
  const said = { by, at: new Date(NOON).toISOString(), applied: 'sent', ...rest } as Interaction['answer'];
  store.add({
    type: 'interaction_closed',
    ...reported,
    interaction_id: id,
    state: 'answered',
    ...(said && { answer: said }),
  });
}

function receive(store: TestStore, result: object) {
  const payload = {
    session_id: SESSION,
    hook_event_name: 'ElicitationResult',
    mcp_server_name: 's',
    ...result,
  };
  const interactions = startInteractions({ ...store, now: () => NOON });
  interactions.onHook(hookPayloadSchema.parse(payload));
  interactions.close();
}

const now = (store: TestStore, id: string) => store.reader.interaction(id);

test('an answer in the terminal closes the oldest form of that server', ({ store }) => {
  run(store, 'cli');
  ask(store, 'other', { server: 'x' });
  ask(store, 'a', { at: NOON + 1 });
  ask(store, 'b', { at: NOON + 2 });
  receive(store, { action: 'accept', content: { name: 'Bob' } });
  expect(now(store, 'a')).toMatchObject({
    state: 'answered',
    answer: { by: { type: 'terminal' }, route: 'terminal', action: 'accept', content: { name: 'Bob' } },
  });
  expect(['b', 'other'].map((id) => now(store, id)?.state)).toEqual(['open', 'open']);
});

test('without a terminal, a cancel means that Claude gave up', ({ store }) => {
  run(store, 'sdk-cli');
  ask(store, 'a');
  receive(store, { action: 'cancel' });
  expect(now(store, 'a')).toMatchObject({ state: 'withdrawn' });
});

test('proves our answer, or marks it as superseded', ({ store }) => {
  ask(store, 'a', { routes: ['control'] });
  answer(store, 'a', { route: 'control', action: 'decline' });
  receive(store, { action: 'decline' });
  expect(now(store, 'a')?.answer).toMatchObject({ by: { name: 'phone' }, applied: 'confirmed' });
  ask(store, 'b');
  answer(store, 'b', { route: 'keys', action: 'decline' });
  receive(store, { action: 'accept', content: { name: 'Bob' } });
  expect(now(store, 'b')?.answer).toMatchObject({
    ...{ by: { type: 'terminal' }, applied: 'superseded', action: 'accept' },
  });
});

test("a held form, or one of the hub's runs, was not answered in the terminal", ({ store }) => {
  run(store, 'cli');
  ask(store, 'held');
  const held_until = new Date(NOON + 60_000).toISOString();
  store.add({
    type: 'interaction_updated',
    ...reported,
    interaction_id: 'held',
    routes: ['hook'],
    held_until,
  });
  ask(store, 'run', { routes: ['control'] });
  ask(store, 'by hook');
  answer(store, 'by hook', { route: 'hook', action: 'accept' });
  receive(store, { action: 'accept' });
  expect(['held', 'run'].map((id) => now(store, id)?.state)).toEqual(['open', 'open']);
  expect(now(store, 'by hook')?.answer?.applied).toBe('sent');
});

test("adds the form's answer if only its end was seen", ({ store }) => {
  ask(store, 'a');
  answer(store, 'a', { by: { type: 'terminal', name: 'terminal' }, route: 'terminal', applied: 'confirmed' });
  receive(store, { action: 'decline' });
  expect(now(store, 'a')?.answer).toMatchObject({
    route: 'terminal',
    applied: 'confirmed',
    action: 'decline',
  });
});

test('distinguishes forms by their names', ({ store }) => {
  run(store, 'cli');
  ask(store, 'a');
  receive(store, { action: 'accept', elicitation_id: 'e1' });
  expect(now(store, 'a')?.state).toBe('open');
});
