import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { Delivery, Notice, NoticeKind, Preferences } from '../protocol/notify.ts';
import { Notifier } from './notifier.ts';
import { Outbound } from './outbound.ts';
import type { Message, Sent } from './target.ts';

const NOW = new Date('2026-01-01T12:00:00');
/** What opens within this time is told together. */
const GATHER_MS = 150;
/** What waits is looked at again after this time. */
const AGAIN_MS = 15_000;
/** A session is left alone when nobody has prompted it for this time. */
const IDLE_MS = 60_000;

let open: Interaction[];
let shown: (Message & { device: string })[];
let informed: Notice[];
let kinds: NoticeKind[] | undefined;
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
let tell: (...events: object[]) => void;
let close: () => void;

function start() {
  let listener: (events: readonly { event: ReinsEvent }[]) => void = () => {};
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
    onCommit: (heard) => {
      listener = heard;
      return () => {};
    },
    openInteractions: () => open,
    deliveries: () => [...deliveries.values()],
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
        detail: 'short',
        kinds,
        send: async (notice) => {
          if (isChannelBroken) throw new Error('no such program');
          informed.push(notice);
          return { state: 'accepted' };
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
        add: (delivery) => {
          if (isBookFull) throw new Error('disk full');
          deliveries.set(delivery.id, delivery);
        },
        change: (id, change) =>
          deliveries.set(id, { ...(deliveries.get(id) as Delivery), ...(change as Delivery) }),
      },
      (message) => warnings.push(message),
    ),
    warn: (message) => warnings.push(message),
    now: () => NOW.getTime(),
  });
  tell = (...events) =>
    listener(
      events.map((event) => ({
        event: { session_id: 's1', host: 'desk', at: NOW.toISOString(), ...event } as ReinsEvent,
      })),
    );
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

/** Opens or closes asks, and waits until the notifier has looked. */
async function nowOpen(...asks: Interaction[]) {
  open = asks;
  const before = shown.length;
  await looked();
  return shown.slice(before);
}

async function looked() {
  tell({ type: 'interaction_opened' });
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
  start();
});

afterEach(() => {
  close();
  vi.useRealTimers();
});

test('an ask is told to every device once', async () => {
  const told = await nowOpen(ask('a'));
  expect(told.map(({ device, body }) => [device, body])).toEqual([
    ['phone', 'Run run a'],
    ['tablet', 'Run run a'],
  ]);
  expect(await nowOpen(ask('a'))).toEqual([]);
});

test('an ask that a rule has answered meanwhile is told to nobody', async () => {
  open = [ask('a')];
  tell({ type: 'interaction_opened' });
  open = [];
  await looked();
  expect(shown).toEqual([]);
  expect(informed).toEqual([]);
});

test('a second one takes the place of the first; answered ones leave without a sound', async () => {
  await nowOpen(ask('a'));
  const [both] = await nowOpen(ask('a'), ask('b'));
  expect(both).toMatchObject({ title: '2 things wait for you', tag: 'waits' });
  expect(both?.silent).toBeUndefined();
  const [left] = await nowOpen(ask('b'));
  expect(left).toMatchObject({ body: 'Run run b', silent: true });
  const [gone] = await nowOpen();
  expect(gone).toMatchObject({ type: 'withdraw', tag: 'waits' });
});

test('only the device that is looked at is spared', async () => {
  looking.add('phone');
  const told = await nowOpen(ask('a'));
  expect(told.map(({ device }) => device)).toEqual(['tablet']);
  // Nothing was shown there, so nothing is taken back.
  expect((await nowOpen()).map(({ device }) => device)).toEqual(['tablet']);
});

test('a device that is looked at no more is told of what still waits', async () => {
  looking.add('phone');
  await nowOpen(ask('a'));
  expect(shown.map(({ device }) => device)).toEqual(['tablet']);
  looking.clear();
  await pass(AGAIN_MS);
  expect(shown).toHaveLength(2);
  expect(shown.at(-1)).toMatchObject({ device: 'phone', body: 'Run run a' });
});

test('who answered is said where it was not; a device that answered, or is looked at, tidies up itself', async () => {
  await nowOpen(ask('a'));
  tell(closing('a', 'phone'));
  expect((await nowOpen()).map(({ device, title, body }) => [device, title, body])).toEqual([
    ['tablet', 'session s1', 'Denied by phone'],
  ]);
  await nowOpen(ask('b'));
  looking.add('phone');
  tell(closing('b'));
  expect((await nowOpen()).map(({ device }) => device)).toEqual(['tablet']);
});

test('a session that is left alone after its turn is told of once', async () => {
  isIdle = true;
  tell({ type: 'turn_finished', outcome: 'completed' });
  await pass(IDLE_MS - 1);
  expect(shown).toEqual([]);
  await pass(1);
  expect(shown).toHaveLength(2);
  tell({ type: 'notification_raised', kind: 'idle_prompt' });
  expect(shown.map(({ tag, body }) => [tag, body])).toEqual([
    ['turn-s1', 'Claude is waiting for you'],
    ['turn-s1', 'Claude is waiting for you'],
  ]);
  tell({ type: 'turn_finished', outcome: 'completed' }, { type: 'notification_raised', kind: 'idle_prompt' });
  expect(shown).toHaveLength(4);
});

test('after a turn that a person stopped, Claude Code may say again that it waits', async () => {
  const said = { type: 'notification_raised', kind: 'idle_prompt' };
  tell(said);
  tell(said);
  expect(shown).toHaveLength(2);
  tell({ type: 'turn_finished', outcome: 'interrupted' }, said);
  expect(shown).toHaveLength(4);
});

test('a login that has expired is told once, whoever tells of it', () => {
  const failed = { type: 'turn_finished', outcome: 'failed' };
  const login = { type: 'api_failed', error: 'authentication_failed' };
  tell(login, login, { ...failed, error: 'api_error' });
  expect(shown.map(({ body }) => body)).toEqual(Array(2).fill('Claude Code is not logged in any more'));
  tell({ ...failed, error: 'authentication_failed', session_id: 's2' }, { ...login, session_id: 's2' });
  expect(shown).toHaveLength(4);
  tell({ ...failed, error: 'api_error', session_id: 's3' });
  expect(shown.at(-1)?.body).toBe('api_error');
});

test('one that has been prompted again is not', async () => {
  tell({ type: 'turn_finished', outcome: 'completed' });
  await pass(IDLE_MS);
  expect(idleLooks).toBe(1);
  expect(shown).toEqual([]);
});

test('each device hears what it wants', async () => {
  preferences = { phone: { sessions: { s1: 'mute' } }, tablet: { kinds: { finished: true } } };
  await nowOpen(ask('a'));
  tell({ type: 'turn_finished', outcome: 'completed' });
  expect(shown.map(({ device, body }) => [device, body])).toEqual([
    ['tablet', 'Run run a'],
    ['tablet', 'Claude is done'],
  ]);
});

test('what the hub before has told is not told again, but taken back once answered', async () => {
  await nowOpen(ask('old'));
  expect([...deliveries.values()].map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted']);
  close();
  start();
  expect(await nowOpen(ask('old'))).toEqual([]);
  expect(informed).toHaveLength(1);
  expect(await nowOpen()).toMatchObject([{ type: 'withdraw' }, { type: 'withdraw' }]);
});

test('what the hub before has told nobody, or not everybody, is told', async () => {
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

test('what is read from the past is no news', () => {
  tell({ type: 'turn_finished', outcome: 'failed', at: '2025-12-31T12:00:00.000Z' });
  expect(shown).toEqual([]);
});

test('ways of the settings learn kind and session only', async () => {
  await nowOpen(ask('a', 'cat secret.txt'));
  expect(informed).toMatchObject([{ kind: 'needs_answer', session_id: 's1', interaction_id: 'a' }]);
  expect(JSON.stringify(informed)).not.toMatch(/secret|session s1/);
});

test('and of the kinds that were chosen for them', () => {
  tell({ type: 'turn_finished', outcome: 'completed' });
  expect(informed).toEqual([]);
  close();
  kinds = ['finished'];
  start();
  tell({ type: 'turn_finished', outcome: 'completed' }, { type: 'turn_finished', outcome: 'failed' });
  expect(informed.map(({ kind }) => kind)).toEqual(['finished']);
});

test('a push service that stumbles is tried again, one that says the device is gone is believed', async () => {
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

test('what cannot be noted is sent all the same', async () => {
  isBookFull = true;
  expect(await nowOpen(ask('a'))).toHaveLength(2);
  expect(warnings).toContain('What became of a notification could not be noted');
});

test('preferences that cannot be read fail nobody else', async () => {
  areDamaged = true;
  tell({ type: 'turn_finished', outcome: 'failed' });
  await nowOpen(ask('a'));
  expect([...new Set(warnings)]).toEqual([
    'What happened could not be told to devices',
    'What waits could not be told to devices',
  ]);
  areDamaged = false;
  await pass(AGAIN_MS);
  expect(shown).toHaveLength(2);
});

test('a session that cannot be looked at ends nothing', async () => {
  areDamaged = true;
  tell({ type: 'turn_finished', outcome: 'completed' });
  await pass(IDLE_MS);
  expect(idleLooks).toBe(1);
  expect(warnings).toContain('Whether a session waits for its next prompt could not be read');
});

test('a way that throws instead of saying what went wrong has failed', async () => {
  isChannelBroken = true;
  tell({ type: 'turn_finished', outcome: 'failed' });
  await pass(0);
  expect([...deliveries.values()].find(({ state }) => state === 'failed')).toMatchObject({
    target: 'webhook x',
    reason: 'no such program',
  });
});

test('what has been overtaken is not tried again', async () => {
  answers = [{ state: 'failed', reason: 'busy', retryMs: 2000 }];
  await nowOpen(ask('a'));
  await nowOpen();
  await pass(2000);
  expect([...deliveries.values()].map(({ reason }) => reason)).toContain('busy; then it was answered');
  expect(shown.filter(({ device, type }) => device === 'phone' && type === 'show')).toHaveLength(1);
});

test('a test goes to one device', async () => {
  close();
  const notifier = start();
  expect(await notifier.test('phone')).toEqual({ state: 'accepted' });
  expect(shown.map(({ device, tag }) => [device, tag])).toEqual([['phone', 'test']]);
  expect(notifier.test('fridge')).toBeUndefined();
});
