import { expect, vi } from 'vitest';
import { waitUntil } from '../../../stage/patience.ts';
import type { Draft } from '../../core/draft.ts';
import type { Outcome } from '../../core/policy/decide.ts';
import type { Answerer } from '../../interactions/answerer.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { NOON, SESSION, type TestStore, storeTest as test } from '../../store/store-fixture.ts';
import { RuleAnswers } from './rule-answers.ts';

const ALLOW: Outcome = {
  decision: 'allow',
  answer: { decision: 'allow' },
  rule: { name: 'yes', index: 0 },
  reason: '',
};

function open(store: TestStore, routes: Interaction['routes']): void {
  const asked = {
    kind: 'permission',
    tool_name: 'Bash',
    input: { command: 'ls' },
    suggestions: [],
    routes,
  } as const;
  const draft = {
    type: 'interaction_opened',
    source: 'hook',
    at: 1000,
    key: 'ask:1',
    interaction_id: '1',
    ...asked,
  };
  store.add(draft as Draft);
}

function route(store: TestStore, routes: Interaction['routes']): void {
  store.add({ type: 'interaction_updated', source: 'driver', at: 1001, interaction_id: '1', routes });
}

function keep(store: TestStore, decide: () => Outcome, fail?: () => unknown) {
  const given: { body: unknown; by: Answerer['by'] }[] = [];
  const warn = vi.fn();
  const stop = vi.fn(async () => {});
  const ruleAnswers = new RuleAnswers({
    log: store.log,
    reader: store.reader,
    output: { info: () => {}, warn },
    now: () => NOON,
    decide,
    stop,
    answers: {
      answer: async (id, body, { by }) => {
        given.push({ body, by });
        const error = fail?.();
        if (error) throw error;
        return store.reader.interaction(id) as Interaction;
      },
    },
  });
  return { ruleAnswers, answers: given, warn, stop };
}

const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('answers a request once there is a route, in the name of the rule', async ({ store }) => {
  const { ruleAnswers, answers } = keep(store, () => ALLOW);
  open(store, []);
  ruleAnswers.checkAll();
  await settled();
  expect(answers).toEqual([]);
  route(store, ['hook']);
  await waitUntil('the answer', () => answers.length > 0);
  expect(answers).toEqual([{ body: { decision: 'allow' }, by: { type: 'rule', name: 'yes' } }]);
});

test('checks requests that are open at the start, and all again on demand', async ({ store }) => {
  open(store, ['control']);
  let outcome: Outcome = { decision: 'ask', reason: '' };
  const { ruleAnswers, answers } = keep(store, () => outcome);
  await settled();
  expect(answers).toEqual([]);
  outcome = ALLOW;
  ruleAnswers.checkAll();
  await waitUntil('the answer', () => answers.length > 0);
});

test('ignores that someone else was first, reports other failures, and leaves a request to people if a rule throws', async ({
  store,
}) => {
  let error: unknown = new ReinsError('interaction_closed', 'This was answered.');
  let decide = (): Outcome => ALLOW;
  const { ruleAnswers, answers, warn } = keep(
    store,
    () => decide(),
    () => error,
  );
  open(store, ['hook']);
  await waitUntil('the first try', () => answers.length === 1);
  await settled();
  expect(warn).not.toHaveBeenCalled();
  error = new ReinsError('log_unavailable', 'The disk is full.');
  ruleAnswers.checkAll();
  await waitUntil('the warning', () => warn.mock.calls.length === 1);
  decide = () => {
    throw new Error('oops');
  };
  expect(ruleAnswers.willAnswer('1')).toBe(false);
  expect(answers).toHaveLength(2);
});

test('stops a session after a denial that ends the turn, unless someone else was first', async ({
  store,
}) => {
  let error: unknown = new ReinsError('interaction_closed', 'This was answered.');
  const { ruleAnswers, answers, stop, warn } = keep(
    store,
    () => ({ decision: 'stop_session', rule: { name: 'enough', index: 0 }, reason: '' }),
    () => error,
  );
  open(store, ['hook']);
  await waitUntil('the first try', () => answers.length === 1);
  await settled();
  expect([stop, warn].map(({ mock }) => mock.calls)).toEqual([[], []]);
  error = undefined;
  ruleAnswers.checkAll();
  await waitUntil('the stop', () => stop.mock.calls.length > 0);
  expect(answers[1]?.body).toMatchObject({ decision: 'deny', interrupt: true });
  expect(store.reader.session(SESSION)?.warnings[0]).toMatchObject({ code: 'stopped_by_rule' });
});

test('answers nothing after the end', async ({ store }) => {
  const { ruleAnswers, answers } = keep(store, () => ALLOW);
  ruleAnswers.close();
  open(store, ['hook']);
  await settled();
  expect(answers).toEqual([]);
});
