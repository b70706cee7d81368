import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { ChannelKind, Delivery, Notice, Preferences } from '../protocol/notify.ts';
import { Notifier } from './notifier.ts';
import { Outbound } from './outbound.ts';
import type { Message, Sent } from './target.ts';

const NOW = new Date('2026-01-01T12:00:00');
/** Requests that open within this time share one notification. */
const GATHER_MS = 150;
/** Pending requests are checked again after this time. */
const AGAIN_MS = 15_000;
/** A session is idle after this time without a prompt. */
const IDLE_MS = 60_000;

let open: Interaction[];
let shown: (Message & { device: string })[];
let informed: Notice[];
let kinds: ChannelKind[] | undefined;
let looking: Set<string>;
let isIdle: boolean;
let idleLooks: number;
let preferences: Record<string, Preferences>;
let forgotten: string[];
let answers: Sent[];
let warnings: string[];
let isBookFull: boolean;
let areDamaged: boolean;
let isChannelBroken: boolean;
let deliveries: Map<string, Delivery>;
/** What the next hub continues to send. */
let outbox: Map<string, unknown>;
let channelAnswers: Sent[];
let detail: 'short' | 'full';
/** By session: Claude's last text. */
let words: Map<string, string>;
let report: (...events: object[]) => void;
/** The same of another host. */
let reportElsewhere: (...events: object[]) => void;
let close: () => void;

function start() {
  let listener: (events: readonly { event: ReinsEvent }[]) => void = () => {};
  let elsewhere = listener;
  const device = (name: string) => ({
    deviceId: name,
    name,
    identityId: `device:${name}`,
    mayAnswer: true,
    send: async (message: Message) => {
      shown.push({ ...message, device: name });
      return answers.shift() ?? ({ state: 'accepted' } as const);
    },
  });
  const notifier = new Notifier({
    onCommit: (received) => {
      listener = received;
      return () => {};
    },
    openInteractions: () => open,
    elsewhere: {
      onCommit: (received) => {
        elsewhere = received;
        return () => {};
      },
      openInteractions: () => [],
    },
    deliveries: () => [...deliveries.values()],
    outbox: () => new Map(outbox),
    lastWords: (sessionId) => words.get(sessionId),
    linkOf: (path) => `https://hub.example${path}`,
    host: 'desk',
    titleOf: (sessionId) => `session ${sessionId}`,
    isIdle: () => {
      idleLooks += 1;
      if (areDamaged) throw new Error('damaged');
      return isIdle;
    },
    devices: () => [device('phone'), device('tablet')],
    channels: () => [
      {
        name: 'webhook x',
        id: 'x',
        isRepeatable: true,
        detail,
        kinds,
        send: async (notice) => {
          if (isChannelBroken) throw new Error('no such program');
          informed.push(notice);
          return channelAnswers.shift() ?? { state: 'accepted' };
        },
      },
    ],
    preferences: (deviceId) => {
      if (areDamaged) throw new Error('damaged');
      return preferences[deviceId] ?? {};
    },
    isLooking: ({ deviceId }) => looking.has(deviceId),
    forget: (deviceId) => forgotten.push(deviceId),
    outbound: new Outbound(
      {
        add: (delivery, content) => {
          if (isBookFull) throw new Error('disk full');
          deliveries.set(delivery.id, delivery);
          if (content) outbox.set(delivery.id, JSON.parse(JSON.stringify(content)));
        },
        change: (id, change) => {
          deliveries.set(id, { ...(deliveries.get(id) as Delivery), ...(change as Delivery) });
          if (change.state !== 'sending') outbox.delete(id);
        },
      },
      (message) => warnings.push(message),
    ),
    warn: (message) => warnings.push(message),
    now: () => NOW.getTime(),
  });
  const logged = (events: readonly object[]) =>
    events.map((event) => ({
      event: { session_id: 's1', host: 'desk', at: NOW.toISOString(), ...event } as ReinsEvent,
    }));
  report = (...events) => listener(logged(events));
  reportElsewhere = (...events) => elsewhere(logged(events));
  close = () => notifier.close();
  return notifier;
}

const ask = (id: string, command = `run ${id}`): Interaction => ({
  id,
  session_id: 's1',
  host: 'desk',
  kind: 'permission',
  state: 'open',
  tool_name: 'Bash',
  input: { command },
  suggestions: [],
  opened_at: NOW.toISOString(),
  routes: ['hook'],
});

const closing = (id: string, name = 'desk') => ({
  type: 'interaction_closed',
  interaction_id: id,
  state: 'answered',
  answer: { by: { type: 'device', name, id: `device:${name}` }, decision: 'deny' },
});

/** Opens or closes requests, and waits until the notifier has checked. */
async function nowOpen(...asks: Interaction[]) {
  open = asks;
  const before = shown.length;
  await looked();
  return shown.slice(before);
}

async function looked() {
  report({ type: 'interaction_opened' });
  await pass(GATHER_MS);
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  open = [];
  shown = [];
  informed = [];
  kinds = undefined;
  looking = new Set();
  isIdle = false;
  idleLooks = 0;
  preferences = {};
  forgotten = [];
  answers = [];
  warnings = [];
  isBookFull = false;
  areDamaged = false;
  isChannelBroken = false;
  deliveries = new Map();
  outbox = new Map();
  channelAnswers = [];
  detail = 'short';
  words = new Map();
  start();
});

afterEach(() => {
  close();
  vi.useRealTimers();
});

test('notifies every device of a request once', async () => {
  const reported = await nowOpen(ask('a'));
  expect(reported.map(({ device, body }) => [device, body])).toEqual([
    ['phone', 'Run run a'],
    ['tablet', 'Run run a'],
  ]);
  expect(await nowOpen(ask('a'))).toEqual([]);
});

test('does not notify anyone of a request that a rule has answered meanwhile', async () => {
  open = [ask('a')];
  report({ type: 'interaction_opened' });
  open = [];
  await looked();
  expect(shown).toEqual([]);
  expect(informed).toEqual([]);
});

test('a second request replaces the first; answered ones disappear silently', async () => {
  await nowOpen(ask('a'));
  const [both] = await nowOpen(ask('a'), ask('b'));
  expect(both).toMatchObject({ title: '2 requests are waiting for you', tag: 'waits' });
  expect(both?.silent).toBeUndefined();
  const [left] = await nowOpen(ask('b'));
  expect(left).toMatchObject({ body: 'Run run b', silent: true });
  const [gone] = await nowOpen();
  expect(gone).toMatchObject({ type: 'withdraw', tag: 'waits' });
});

test('skips only the device in the foreground', async () => {
  looking.add('phone');
  const reported = await nowOpen(ask('a'));
  expect(reported.map(({ device }) => device)).toEqual(['tablet']);
  // Nothing was shown there, so nothing is withdrawn.
  expect((await nowOpen()).map(({ device }) => device)).toEqual(['tablet']);
});

test('notifies a device of pending requests once it leaves the foreground', async () => {
  looking.add('phone');
  await nowOpen(ask('a'));
  expect(shown.map(({ device }) => device)).toEqual(['tablet']);
  looking.clear();
  await pass(AGAIN_MS);
  expect(shown).toHaveLength(2);
  expect(shown.at(-1)).toMatchObject({ device: 'phone', body: 'Run run a' });
});

test('reports who answered to the other devices; a device that answered or is in the foreground cleans up itself', async () => {
  await nowOpen(ask('a'));
  report(closing('a', 'phone'));
  expect((await nowOpen()).map(({ device, title, body }) => [device, title, body])).toEqual([
    ['tablet', 'session s1', 'Denied by phone'],
  ]);
  await nowOpen(ask('b'));
  looking.add('phone');
  report(closing('b'));
  expect((await nowOpen()).map(({ device }) => device)).toEqual(['tablet']);
});

test('reports an idle session once after its turn', async () => {
  isIdle = true;
  report({ type: 'turn_finished', outcome: 'completed' });
  await pass(IDLE_MS - 1);
  expect(shown).toEqual([]);
  await pass(1);
  expect(shown).toHaveLength(2);
  report({ type: 'notification_raised', kind: 'idle_prompt' });
  expect(shown.map(({ tag, body }) => [tag, body])).toEqual([
    ['turn-s1', 'Claude is waiting for you'],
    ['turn-s1', 'Claude is waiting for you'],
  ]);
  report(
    { type: 'turn_finished', outcome: 'completed' },
    { type: 'notification_raised', kind: 'idle_prompt' },
  );
  expect(shown).toHaveLength(4);
});

test('reports an idle session of another host to devices, not to channels', async () => {
  isIdle = true;
  reportElsewhere({ type: 'turn_finished', outcome: 'completed', session_id: 's2' });
  await pass(IDLE_MS);
  expect(shown.map(({ tag }) => tag)).toEqual(['turn-s2', 'turn-s2']);
  reportElsewhere({ type: 'notification_raised', kind: 'idle_prompt', session_id: 's3' });
  expect(shown).toHaveLength(4);
  expect(informed).toEqual([]);
});

test('after a stopped turn, Claude Code may report again that it is waiting', async () => {
  const said = { type: 'notification_raised', kind: 'idle_prompt' };
  report(said);
  report(said);
  expect(shown).toHaveLength(2);
  report({ type: 'turn_finished', outcome: 'interrupted' }, said);
  expect(shown).toHaveLength(4);
});

test('reports an expired login once, whatever the source', () => {
  const failed = { type: 'turn_finished', outcome: 'failed' };
  const login = { type: 'api_failed', error: 'authentication_failed' };
  report(login, login, { ...failed, error: 'api_error' });
  expect(shown.map(({ body }) => body)).toEqual(Array(2).fill('Claude Code is no longer logged in'));
  report({ ...failed, error: 'authentication_failed', session_id: 's2' }, { ...login, session_id: 's2' });
  expect(shown).toHaveLength(4);
  report({ ...failed, error: 'api_error', session_id: 's3' });
  expect(shown.at(-1)?.body).toBe('api_error');
});

test('does not report a session that was prompted again', async () => {
  report({ type: 'turn_finished', outcome: 'completed' });
  await pass(IDLE_MS);
  expect(idleLooks).toBe(1);
  expect(shown).toEqual([]);
});

test('each device gets the kinds it chose', async () => {
  preferences = { phone: { sessions: { s1: 'mute' } }, tablet: { kinds: { finished: true } } };
  await nowOpen(ask('a'));
  report({ type: 'turn_finished', outcome: 'completed' });
  expect(shown.map(({ device, body }) => [device, body])).toEqual([
    ['tablet', 'Run run a'],
    ['tablet', 'Claude is done'],
  ]);
});

test('does not repeat notices of an earlier hub, but withdraws them once answered', async () => {
  await nowOpen(ask('old'));
  expect([...deliveries.values()].map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted']);
  close();
  start();
  expect(await nowOpen(ask('old'))).toEqual([]);
  expect(informed).toHaveLength(1);
  expect(await nowOpen()).toMatchObject([{ type: 'withdraw' }, { type: 'withdraw' }]);
});

test('sends notices that an earlier hub did not send to everyone', async () => {
  looking.add('tablet');
  answers = [{ state: 'failed', reason: 'no' }];
  await nowOpen(ask('old'));
  expect([...deliveries.values()].map(({ state }) => state)).toEqual(['failed', 'accepted']);
  close();
  looking.clear();
  open = [ask('old'), { ...ask('new'), opened_at: new Date(NOW.getTime() + 1).toISOString() }];
  start();
  await pass(AGAIN_MS);
  expect(shown).toHaveLength(3);
  expect(shown.slice(1).map(({ device }) => device)).toEqual(['phone', 'tablet']);
  expect(informed.map(({ interaction_id }) => interaction_id)).toEqual(['old', 'new']);
});

test('ignores events from the past', () => {
  report({ type: 'turn_finished', outcome: 'failed', at: '2025-12-31T12:00:00.000Z' });
  expect(shown).toEqual([]);
});

test('channels get kind and session only', async () => {
  await nowOpen(ask('a', 'cat secret.txt'));
  expect(informed).toMatchObject([{ kind: 'needs_answer', session_id: 's1', interaction_id: 'a' }]);
  expect(JSON.stringify(informed)).not.toMatch(/secret|session s1/);
});

test('channels get only the kinds chosen for them', () => {
  report({ type: 'turn_finished', outcome: 'completed' });
  expect(informed).toEqual([]);
  close();
  kinds = ['finished'];
  start();
  report({ type: 'turn_finished', outcome: 'completed' }, { type: 'turn_finished', outcome: 'failed' });
  expect(informed.map(({ kind }) => kind)).toEqual(['finished']);
});

test('retries after a temporary failure; drops a device that the push service reports gone', async () => {
  answers = [
    { state: 'failed', reason: 'busy', retryMs: 0 },
    { state: 'failed', reason: 'gone', isGone: true },
  ];
  await nowOpen(ask('a'));
  expect(shown).toHaveLength(2);
  await pass(1000);
  expect(shown.map(({ device }) => device)).toEqual(['phone', 'tablet', 'phone']);
  expect(forgotten).toEqual(['tablet']);
  expect(
    [...deliveries.values()].filter(({ device_id }) => device_id).map(({ state, reason }) => [state, reason]),
  ).toEqual([
    ['accepted', 'busy'],
    ['failed', 'gone'],
  ]);
});

test('sends even if the delivery cannot be recorded', async () => {
  isBookFull = true;
  expect(await nowOpen(ask('a'))).toHaveLength(2);
  expect(warnings).toContain('Failed to record the delivery of a notification');
});

test('unreadable preferences do not affect other devices', async () => {
  areDamaged = true;
  report({ type: 'turn_finished', outcome: 'failed' });
  await nowOpen(ask('a'));
  expect([...new Set(warnings)]).toEqual([
    'Failed to notify devices',
    'Failed to notify devices of pending requests',
  ]);
  areDamaged = false;
  await pass(AGAIN_MS);
  expect(shown).toHaveLength(2);
});

test('a session that cannot be read affects nothing else', async () => {
  areDamaged = true;
  report({ type: 'turn_finished', outcome: 'completed' });
  await pass(IDLE_MS);
  expect(idleLooks).toBe(1);
  expect(warnings).toContain('Failed to check whether a session is waiting for its next prompt');
});

test('a channel that throws counts as failed', async () => {
  isChannelBroken = true;
  report({ type: 'turn_finished', outcome: 'failed' });
  await pass(0);
  expect([...deliveries.values()].find(({ state }) => state === 'failed')).toMatchObject({
    target: 'webhook x',
    reason: 'no such program',
  });
});

test('does not retry a message that has been replaced', async () => {
  answers = [{ state: 'failed', reason: 'busy', retryMs: 2000 }];
  await nowOpen(ask('a'));
  await nowOpen();
  await pass(2000);
  expect([...deliveries.values()].map(({ reason }) => reason)).toContain('busy; answered in the meantime');
  expect(shown.filter(({ device, type }) => device === 'phone' && type === 'show')).toHaveLength(1);
});

test('a test notification goes to one device', async () => {
  close();
  const notifier = start();
  expect(await notifier.test('phone')).toEqual({ state: 'accepted' });
  expect(shown.map(({ device, tag }) => [device, tag])).toEqual([['phone', 'test']]);
  expect(notifier.test('fridge')).toBeUndefined();
});

test('channels that chose it learn how a request ended; requests that they never got are left out', async () => {
  kinds = ['needs_answer', 'answered', 'withdrawn'];
  await nowOpen(ask('a'), ask('b'));
  report(closing('a'), { ...closing('b'), state: 'withdrawn', answer: undefined }, closing('never-sent'));
  await nowOpen();
  expect(informed.map(({ kind, interaction_id }) => [kind, interaction_id])).toEqual([
    ['needs_answer', 'a'],
    ['needs_answer', 'b'],
    ['answered', 'a'],
    ['withdrawn', 'b'],
  ]);
});

test('the end of a turn contains the last words only in full detail, and always a link', async () => {
  kinds = ['finished', 'needs_answer'];
  words.set('s1', 'All tests pass.');
  report({ type: 'turn_finished', outcome: 'completed' });
  detail = 'full';
  report({ type: 'turn_finished', outcome: 'completed' });
  await nowOpen(ask('a'));
  expect(informed.map(({ text, link }) => [text, link])).toEqual([
    [undefined, 'https://hub.example/sessions/s1'],
    ['All tests pass.', 'https://hub.example/sessions/s1'],
    [undefined, 'https://hub.example/asks/a'],
  ]);
});

test('the next hub sends what this one could not, with the same id, and leaves nothing at sending', async () => {
  kinds = ['finished', 'needs_answer'];
  preferences = { phone: { kinds: { finished: true } } };
  channelAnswers = [{ state: 'failed', reason: 'status 503', retryMs: 0 }];
  answers = [{ state: 'failed', reason: 'busy', retryMs: 0 }];
  report({ type: 'turn_finished', outcome: 'completed' });
  await pass(0);
  expect([...deliveries.values()].map(({ state }) => state)).toEqual(['sending', 'sending']);
  // Killed: nothing is closed properly.
  deliveries.set('old', { ...([...deliveries.values()][0] as Delivery), id: 'old', kind: 'answered' });
  close();
  start();
  await pass(0);
  expect(informed).toHaveLength(2);
  expect(informed[1]).toEqual(informed[0]);
  expect(shown.map(({ device, id }) => [device, id])).toEqual([0, 1].map(() => ['phone', shown[0]?.id]));
  expect([...deliveries.values()].map(({ state, reason }) => [state, reason])).toEqual([
    ['accepted', 'busy'],
    ['accepted', 'status 503'],
    ['failed', 'the hub stopped before it was sent'],
  ]);
  expect(outbox.size).toBe(0);
});

test('a request that was answered while no hub ran is not sent; a pending one is sent once', async () => {
  channelAnswers = [0, 1].map(() => ({ state: 'failed', reason: 'status 503', retryMs: 0 }) as const);
  await nowOpen(ask('a'), ask('b'));
  close();
  open = [ask('b')];
  start();
  await pass(AGAIN_MS);
  expect(informed.map(({ interaction_id }) => interaction_id)).toEqual(['a', 'b', 'b']);
  const reasons = [...deliveries.values()].flatMap(({ device_id, reason }) => (device_id ? [] : [reason]));
  expect(reasons).toEqual(['answered before it could be sent', 'status 503']);
});

test('a test goes to every channel once', async () => {
  close();
  kinds = ['failed'];
  const notifier = start();
  channelAnswers = [{ state: 'failed', reason: 'status 503', retryMs: 0 }];
  const ids = await notifier.testChannels();
  expect(ids.map((id) => deliveries.get(id))).toMatchObject([
    { kind: 'test', state: 'failed', reason: 'status 503' },
  ]);
  expect(informed).toMatchObject([{ kind: 'test', title: 'Reins' }]);
});
