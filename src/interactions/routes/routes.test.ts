/** The suite that every route passes: all routes treat answers the same. */
import { describe, expect, onTestFinished, vi } from 'vitest';
import { waitUntil } from '../../../stage/patience.ts';
import type { RunDialogs } from '../../drivers/driver.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Decision } from '../../protocol/answers.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { opened, SESSION, type TestStore, storeTest as test } from '../../store/store-fixture.ts';
import { AnswerDelivery } from '../answer-delivery.ts';
import { HeldHooks } from '../held-hooks.ts';
import { InteractionLog } from '../interaction-log.ts';
import { Schedule } from '../schedule.ts';
import { controlRoute } from './control-route.ts';
import { hookRoute } from './hook-route.ts';
import { keysRoute } from './keys-route.ts';
import type { Route, RouteName } from './route.ts';

const ID = 'ask';
const DENY: Decision = { kind: 'permission', decision: 'deny', message: 'no' };

/** The other end of the route, as the test sets it up. */
interface World {
  /** Whether someone waits at the other end. */
  isThere: boolean;
  /** What happens to a decision there. */
  fate: 'arrives' | 'comes too late' | 'may have arrived' | 'is refused';
  /** Called during the delivery. */
  whileSending: () => void;
  /** What Claude Code received. */
  readonly given: unknown[];
}

interface Candidate {
  readonly name: RouteName;
  readonly isRepeatable: boolean;
  begin(world: World): Route;
  /** Tests that are impossible on this route, and why. */
  readonly skips: Readonly<Record<string, string>>;
}

const CONTROL: Candidate = {
  name: 'control',
  isRepeatable: true,
  begin: (world) =>
    controlRoute(() =>
      world.isThere
        ? async (_id, response) => {
            world.whileSending();
            if (world.fate === 'may have arrived') throw new ReinsError('run_not_responding', 'slow');
            world.given.push(response);
          }
        : undefined,
    ),
  skips: {
    'is closed if no one waits there': 'the request itself opens and closes it; an absent run is a refusal',
    'does not deliver a late decision': 'Claude Code accepts a late response without harm',
    'reports why Claude Code did not accept it': 'a run accepts every response',
  },
};

const HOOK: Candidate = {
  name: 'hook',
  isRepeatable: false,
  begin(world) {
    const connection = new AbortController();
    const hooks = new HeldHooks({
      find: () => ({ ...ASK, state: 'open' }),
      isWaiting: () => true,
      isDecided: () => false,
      patience: () => 0,
      now: systemClock,
      schedule: new Schedule(),
      onChange: () => {},
    });
    const held = hooks.hold(ID, { isBlocking: false, retries: false, signal: connection.signal });
    void held.then((reply) => Object.keys(reply).length > 0 && world.given.push(reply));
    const isWaiting = () => {
      world.whileSending();
      return world.fate !== 'comes too late';
    };
    const route = hookRoute({ hooks, isWaiting });
    const receive = <Result>(act: () => Result) => {
      if (!world.isThere) connection.abort();
      return act();
    };
    return {
      ...route,
      isOpen: (one) => receive(() => route.isOpen(one)),
      send: (one, decision) => receive(() => route.send(one, decision)),
    };
  },
  skips: {
    'is unsure if it may have arrived': 'a reply is written or is not',
    'reports why Claude Code did not accept it': 'Claude Code accepts every reply',
  },
};

const KEYS: Candidate = {
  name: 'keys',
  isRepeatable: false,
  begin(world) {
    const dialogs: Pick<RunDialogs, 'refusal' | 'answer'> = {
      refusal: async () => (world.fate === 'is refused' ? 'the dialog has no such option' : undefined),
      async answer(_ask, decision) {
        world.whileSending();
        if (world.fate === 'is refused') throw new ReinsError('no_route', 'the key had no effect');
        if (world.fate === 'comes too late') return false;
        if (world.fate === 'may have arrived') return 'unsure';
        world.given.push(decision);
        return true;
      },
    };
    return keysRoute(() => (world.isThere ? dialogs : undefined));
  },
  skips: {},
};

const ASK: Interaction = {
  id: ID,
  session_id: SESSION,
  host: 'desk',
  kind: 'permission',
  state: 'open',
  tool_name: 'Bash',
  input: { command: 'ls' },
  suggestions: [],
  opened_at: '2026-01-02T12:00:00.000Z',
  routes: [],
};

describe.each([CONTROL, HOOK, KEYS])('$name', (candidate) => {
  const interaction: Interaction = { ...ASK, routes: [candidate.name] };
  const routeTest = (name: string, act: (play: Play) => Promise<void>) => {
    const reason = candidate.skips[name];
    test.skipIf(reason !== undefined)(reason ? `${name} (${reason})` : name, async ({ store }) => {
      const world: World = { isThere: true, fate: 'arrives', whileSending: () => {}, given: [] };
      await act({ store, world, route: candidate.begin(world) });
    });
  };

  routeTest('is open while someone waits there', async ({ route }) => {
    expect(route.name).toBe(candidate.name);
    expect(route.isOpen(interaction)).toBe(true);
    expect(await route.refusal(interaction, DENY)).toBeUndefined();
  });

  routeTest('is closed if no one waits there', async ({ route, world }) => {
    world.isThere = false;
    expect(route.isOpen(interaction)).toBe(false);
  });

  routeTest('delivers a decision once', async ({ route, world }) => {
    expect(await route.send(interaction, DENY)).toBe(true);
    await waitUntil('the decision', () => world.given.length > 0);
    expect(world.given).toHaveLength(1);
    expect(JSON.stringify(world.given)).toContain('deny');
  });

  routeTest('delivers nothing if no one waits there any more', async ({ route, world }) => {
    world.isThere = false;
    expect(await route.send(interaction, DENY)).toBe(false);
    expect(world.given).toEqual([]);
  });

  routeTest('does not deliver a late decision', async ({ route, world }) => {
    world.fate = 'comes too late';
    expect(await route.send(interaction, DENY)).toBe('stale');
    expect(world.given).toEqual([]);
  });

  routeTest('is unsure if it may have arrived', async ({ route, world }) => {
    world.fate = 'may have arrived';
    expect(await route.send(interaction, DENY)).toBe('unsure');
  });

  routeTest('reports why Claude Code did not accept it', async ({ route, world }) => {
    world.fate = 'is refused';
    expect(await route.refusal(interaction, DENY)).toEqual(expect.any(String));
    await expect(route.send(interaction, DENY)).rejects.toMatchObject({ code: 'no_route' });
  });

  routeTest('repeats a decision only if that is harmless', async ({ route }) => {
    expect(route.isRepeatable).toBe(candidate.isRepeatable);
    if (route.isRepeatable)
      expect([await route.send(interaction, DENY), await route.send(interaction, DENY)]).toEqual([
        true,
        true,
      ]);
  });

  routeTest('a request that is withdrawn during the delivery stays answered', async (play) => {
    const { store, world, route } = play;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    store.add(opened(ID, { tool_name: 'Bash', routes: [candidate.name] }));
    world.whileSending = () =>
      void store.add({
        ...{ type: 'interaction_closed', source: 'stream', at: Date.now() },
        ...{ interaction_id: ID, state: 'withdrawn', key: `closed:${ID}` },
      } as Parameters<typeof store.add>[0]);
    const answering = deliver(store, route);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await answering).toMatchObject({
      state: 'answered',
      answer: { route: candidate.name, applied: 'sent' },
    });
    expect(world.given).toHaveLength(1);
  });
});

interface Play {
  readonly store: TestStore;
  readonly world: World;
  readonly route: Route;
}

function deliver(store: TestStore, route: Route): Promise<Interaction> {
  const schedule = new Schedule();
  onTestFinished(() => schedule.close());
  const interactions = new InteractionLog({ ...store, now: systemClock, flag: () => [] });
  const delivery = new AnswerDelivery({ interactions, routes: () => [route], schedule, now: systemClock });
  const { kind: _, ...body } = DENY;
  return delivery.answer(ID, body, { by: { type: 'device', name: 'phone' }, authorize: () => {} });
}
