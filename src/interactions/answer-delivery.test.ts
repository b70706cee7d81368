import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import type { Draft } from '../core/draft.ts';
import { systemClock } from '../lib/clock.ts';
import { ReinsError } from '../protocol/errors.ts';
import { type OpenedLog, openLog } from '../store/open-log.ts';
import { AnswerDelivery } from './answer-delivery.ts';
import type { Answerer } from './answerer.ts';
import { InteractionLog } from './interaction-log.ts';
import type { Route, RouteName, Sent } from './routes/route.ts';
import { Schedule } from './schedule.ts';

let folder: string;
let opened: OpenedLog;
const sessionId = randomUUID();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  folder = mkdtempSync(join(tmpdir(), 'reins-answers-'));
  opened = openLog({ folder, host: 'host' });
  report({
    ...{ type: 'interaction_opened', interaction_id: 'ask', kind: 'permission', tool_name: 'Bash' },
    ...{ input: {}, suggestions: [], routes: ['control', 'hook'] },
  });
});
afterEach(() => {
  opened.close();
  rmSync(folder, { recursive: true });
  vi.useRealTimers();
});

const report = (fact: object) =>
  opened.log.append([{ sessionId, drafts: [{ source: 'driver', at: Date.now(), ...fact } as Draft] }]);
const settle = (applied: string, answer?: object) =>
  report({ type: 'interaction_settled', interaction_id: 'ask', applied, ...(answer && { answer }) });
const now = () => opened.reader.interaction('ask');
const by = (name: string, key?: string): Answerer => ({
  by: { type: 'device', name },
  authorize: () => {},
  key,
});
const TERMINAL = {
  by: { type: 'terminal', name: 'terminal' },
  at: '2026-01-01T00:00:00.000Z',
  route: 'terminal',
  applied: 'superseded',
};

/** A route that delivers as the test says, and records what it received. */
function way(name: RouteName, send: () => Promise<Sent>) {
  const given: unknown[] = [];
  const route: Route = {
    name,
    isRepeatable: name === 'control',
    isOpen: ({ routes }) => routes.includes(name),
    refusal: () => undefined,
    send: (_interaction, decision) => {
      given.push(decision);
      return send();
    },
  };
  return { route, given };
}
const deliveryBy = (...ways: { route: Route }[]) => {
  const interactions = new InteractionLog({ ...opened, now: systemClock, flag: () => [] });
  const schedule = new Schedule();
  onTestFinished(() => schedule.close());
  const routes = () => ways.map(({ route }) => route);
  return new AnswerDelivery({ interactions, routes, schedule, now: systemClock });
};

describe('two simultaneous answers', () => {
  test('delivers one; the other gets the winner, once that is known', async () => {
    const hook = way('hook', async () => true);
    const delivery = deliveryBy(hook);
    const first = delivery.answer('ask', { decision: 'allow' }, by('phone'));
    const second = delivery.answer('ask', { decision: 'deny' }, by('desk'));
    const refused = expect(second).rejects.toMatchObject({ details: { answer: TERMINAL } });
    const alsoRefused = expect(first).rejects.toMatchObject({ code: 'interaction_closed' });
    await waitUntil('the answer to be sent', () => hook.given.length > 0);
    const third = delivery.answer('ask', { decision: 'deny' }, by('tablet'));
    const refusedToo = expect(third).rejects.toMatchObject({ details: { answer: TERMINAL } });
    settle('superseded', TERMINAL);
    await Promise.all([refused, alsoRefused, refusedToo]);
    expect(hook.given).toEqual([{ kind: 'permission', decision: 'allow' }]);
  });

  test('accepts the second if the first could not be delivered', async () => {
    const answers: Sent[] = [false, true];
    const hook = way('hook', async () => answers.shift() ?? true);
    const control = way('control', async () => true);
    const delivery = deliveryBy(hook, control);
    const first = delivery.answer('ask', { decision: 'allow' }, by('phone'));
    const second = delivery.answer('ask', { decision: 'deny' }, by('desk'));
    const both = Promise.allSettled([first, second]);
    await waitUntil('an answer to be sent', () => now()?.reopened === 1 && now()?.state === 'answered');
    settle('confirmed');
    const [one, two] = await both;
    const counted = now()?.answer?.by.name === 'phone' ? [one, two] : [two, one];
    expect(counted.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(hook.given.length + control.given.length).toBe(2);
  });

  test('the same key shares the outcome of the first', async () => {
    const hook = way('hook', async () => true);
    const delivery = deliveryBy(hook);
    const taps = [1, 2, 3].map(() => delivery.answer('ask', { decision: 'allow' }, by('phone', 'k')));
    await waitUntil('the answer to be sent', () => hook.given.length > 0);
    settle('confirmed');
    const seen = await Promise.all(taps);
    expect(seen.map(({ answer }) => answer?.applied)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(await delivery.answer('ask', { decision: 'allow' }, by('phone', 'k'))).toEqual(seen[0]);
    await expect(delivery.answer('ask', { decision: 'allow' }, by('desk', 'k'))).rejects.toThrow('phone');
    expect(hook.given).toHaveLength(1);
  });
});

describe('an answer that was not delivered', () => {
  test('closes a route that cannot be checked, with the reason', async () => {
    const keys = way('keys', async () => true);
    keys.route.isOpen = () => true;
    keys.route.refusal = async () => {
      throw new ReinsError('run_not_responding', 'The terminal cannot be reached.');
    };
    await expect(deliveryBy(keys).answer('ask', { decision: 'allow' }, by('phone'))).rejects.toMatchObject({
      code: 'no_route',
      message: expect.stringContaining('The terminal cannot be reached.'),
    });
    expect(now()?.state).toBe('open');
  });

  test('does not press deciding keys again, and refuses other answers meanwhile', async () => {
    const keys = way('keys', async () => 'unsure');
    keys.route.isOpen = () => true;
    const delivery = deliveryBy(keys);
    const answering = delivery.answer('ask', { decision: 'allow' }, by('phone'));
    await waitUntil('the keys', () => keys.given.length === 1);
    await vi.advanceTimersByTimeAsync(2000);
    expect((await answering).answer).toMatchObject({ route: 'keys', applied: 'sent' });
    await expect(delivery.answer('ask', { decision: 'deny' }, by('desk'))).rejects.toMatchObject({
      code: 'interaction_closed',
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(keys.given).toHaveLength(1);
  });

  test('the sender of an unconfirmed answer gets the reason, and so does the second one', async () => {
    const delivery = deliveryBy(way('hook', async () => true));
    const answering = delivery.answer('ask', { decision: 'allow' }, by('phone'));
    await waitUntil('it to be sent', () => now()?.answer !== undefined);
    const second = expect(delivery.answer('ask', { decision: 'deny' }, by('tablet'))).rejects.toMatchObject({
      code: 'interaction_closed',
      message: expect.stringContaining('did not confirm it: the process ended'),
    });
    report({
      ...{ type: 'interaction_settled', interaction_id: 'ask', applied: 'lost', reason: 'the process ended' },
    });
    expect((await answering).answer).toMatchObject({ applied: 'lost', reason: 'the process ended' });
    await second;
  });

  test('opens it again, with the remaining routes', async () => {
    const delivery = deliveryBy(way('hook', async () => false));
    await expect(delivery.answer('ask', { decision: 'allow' }, by('phone'))).rejects.toMatchObject({
      code: 'no_route',
    });
    expect(now()).toMatchObject({ state: 'open', routes: ['control'], reopened: 1 });
  });

  test('uses the next route', async () => {
    const control = way('control', async () => true);
    const delivery = deliveryBy(
      way('hook', async () => false),
      control,
    );
    const answering = delivery.answer('ask', { decision: 'allow' }, by('phone'));
    await waitUntil('the other way', () => control.given.length > 0);
    settle('confirmed');
    expect((await answering).answer).toMatchObject({ route: 'control', applied: 'confirmed' });
  });

  test('comes too late: reports the winner as soon as it is known', async () => {
    const delivery = deliveryBy(way('hook', async () => 'stale'));
    const answering = delivery.answer('ask', { decision: 'deny' }, by('phone'));
    const refused = expect(answering).rejects.toMatchObject({ details: { answer: TERMINAL } });
    await waitUntil('it to be open again', () => now()?.reopened === 1);
    report({ type: 'interaction_closed', interaction_id: 'ask', state: 'answered', answer: TERMINAL });
    await refused;
  });

  test('comes too late, and nobody has answered after a while: it is open, not closed', async () => {
    const delivery = deliveryBy(way('hook', async () => 'stale'));
    const answering = delivery.answer('ask', { decision: 'deny' }, by('phone'));
    const refused = expect(answering).rejects.toMatchObject({ code: 'no_route' });
    await waitUntil('it to be open again', () => now()?.reopened === 1);
    await vi.advanceTimersByTimeAsync(2000);
    await refused;
    expect(now()).toMatchObject({ state: 'open' });
  });

  test('after its last route has closed, reports the winner as soon as it is known', async () => {
    report({ type: 'interaction_updated', interaction_id: 'ask', routes: [] });
    const answering = deliveryBy(way('hook', async () => true)).answer(
      'ask',
      { decision: 'deny' },
      by('phone'),
    );
    const refused = expect(answering).rejects.toMatchObject({
      code: 'interaction_closed',
      details: { answer: TERMINAL },
    });
    report({ type: 'interaction_closed', interaction_id: 'ask', state: 'answered', answer: TERMINAL });
    await refused;
  });

  test('may have arrived: sends it until it has, and it stays the answer', async () => {
    const answers: Sent[] = ['unsure', 'unsure', true];
    const control = way('control', async () => answers.shift() ?? true);
    const delivery = deliveryBy(control);
    const answering = delivery.answer('ask', { decision: 'allow' }, by('phone'));
    await waitUntil('it to be sent again', () => control.given.length === 2);
    await vi.advanceTimersByTimeAsync(1999);
    expect(control.given).toHaveLength(2);
    const other = delivery.answer('ask', { decision: 'deny' }, by('desk'));
    const refused = expect(other).rejects.toMatchObject({ details: { answer: { by: { name: 'phone' } } } });
    await vi.advanceTimersByTimeAsync(1);
    expect(control.given).toHaveLength(3);
    settle('confirmed');
    await answering;
    await refused;
    expect(new Set(control.given.map((decision) => JSON.stringify(decision))).size).toBe(1);
  });
});

test('the next hub sends what an earlier one had logged but perhaps not sent', async () => {
  const control = way('control', async () => true);
  const answer = { by: { type: 'device', name: 'phone' }, at: new Date().toISOString(), route: 'control' };
  const decided = { applied: 'sent', key: 'k', decision: 'deny', message: 'no' };
  report({
    ...{ type: 'interaction_closed', interaction_id: 'ask', state: 'answered' },
    answer: { ...answer, ...decided },
  });
  const delivery = deliveryBy(control);
  delivery.resume(opened.reader.interactions('answered'));
  await waitUntil('it to be sent', () => control.given.length > 0);
  expect(control.given).toEqual([{ kind: 'permission', decision: 'deny', message: 'no' }]);
  settle('confirmed');
  delivery.resume(opened.reader.interactions('answered'));
  expect(control.given).toHaveLength(1);
});
