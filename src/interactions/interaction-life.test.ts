/**
 * The life of an interaction: the effect of each event in each phase, and invariants for any order of events.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canHappen } from '../core/can-happen.ts';
import { event } from '../core/event-fixture.ts';
import { type InteractionFact, type Opening, opened } from '../core/interaction-facts.ts';
import { type Phase, phaseOf } from '../core/reduce-interaction.ts';
import { reduceSession } from '../core/reduce-session.ts';
import { emptySession, type SessionState } from '../core/session-state.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';
import type { ToolCall } from './evidence.ts';
import { interactionLife, type LifeEvent, type Step } from './interaction-life.ts';

const NOON = Date.parse('2026-01-02T12:00:00.000Z');
const at = (ms: number) => new Date(NOON + ms).toISOString();
const PHONE = { type: 'device', name: 'phone' } as const;
const TERMINAL = { type: 'terminal', name: 'terminal' } as const;

const answer = (route: Answer['route'], applied: Answer['applied'], said: object = {}): Answer => ({
  by: route === 'terminal' ? TERMINAL : PHONE,
  at: at(100),
  route,
  applied,
  ...said,
});
const SENT = answer('hook', 'sent', { decision: 'allow' });

/** One interaction in each phase. */
const IN_PHASE: Readonly<Record<Phase, Partial<Interaction>>> = {
  open: { state: 'open', routes: ['hook'] },
  sent: { state: 'answered', answer: SENT },
  undecided: { state: 'answered', answer: answer('terminal', 'confirmed') },
  over: { state: 'withdrawn' },
};

function interaction(phase: Phase, about: Partial<Interaction> = {}): Interaction {
  return {
    ...{ id: 'one', session_id: 's', host: 'h', kind: 'permission', tool_name: 'Bash', tool_use_id: 't' },
    ...{ input: {}, suggestions: [], opened_at: at(0), routes: [] },
    ...IN_PHASE[phase],
    ...about,
  } as Interaction;
}

/** A session with a live process, otherwise as given. */
function session(about: Partial<SessionState> = {}): SessionState {
  const runs = { '1': { pid: 1, start_mark: '1', started_at: at(-1000) } } as unknown as SessionState['runs'];
  return { ...emptySession('s', 'h'), runs, ...about };
}
/** A dialog was on the screen until 300 ms after noon. */
const waited = (instead: 'working' | 'idle'): SessionState =>
  [
    event({ type: 'activity_changed', activity: 'waiting' }, 0.01),
    event({ type: 'activity_changed', activity: instead }, 0.3),
  ].reduce(reduceSession, session());
const ENDED = session({ runs: {}, life: { value: 'ended', at: NOON + 200 } as never });

const call = (about: Partial<ToolCall> = {}): ToolCall =>
  ({ kind: 'tool', tool_use_id: 't', name: 'Bash', input: {}, at: at(-10), ...about }) as ToolCall;
const RAN = call({ finished_at: at(500), decision: 'accept', decided_by: 'hook' });

type Look = Extract<LifeEvent, { type: 'looked' }>;
const look = (found?: ToolCall, about: Partial<Look> = {}): Look => ({
  type: 'looked',
  open: { routes: ['hook'], heldUntil: null },
  findCall: () => found,
  hasReadAfter: () => false,
  missedMs: 0,
  ...about,
});

/** The transcript has been read to its end. */
const READ = look(undefined, { hasReadAfter: () => true });

function live(one: Interaction, what: LifeEvent, state = session(), now = NOON + 1000): Step {
  return interactionLife(one, what, { session: { ...state, interactions: { [one.id]: one } }, now });
}
const reported = ({ facts }: Step) =>
  facts.map((fact) => {
    const { type, state = '', applied = '', routes } = fact as unknown as Record<string, string | string[]>;
    return [type, state, applied, routes ? `[${routes}]` : '']
      .filter(Boolean)
      .join(' ')
      .slice('interaction_'.length);
  });

const FORM = { kind: 'elicitation', tool_name: undefined } as unknown as Partial<Interaction>;
const accepted: LifeEvent = { type: 'form_result', words: { action: 'accept' } };
const given: LifeEvent = { type: 'answered', answer: SENT };
const notTaken: LifeEvent = { type: 'not_taken', reason: 'gone', routes: ['keys'] };
const routesChanged: LifeEvent = {
  type: 'routes_changed',
  open: { routes: ['hook', 'keys'], heldUntil: null },
};

describe('the effect of each event', () => {
  test.each<[string, Interaction, LifeEvent, string[]]>([
    ['an answer closes it', interaction('open'), given, ['closed answered']],
    ['records routes that opened', interaction('open'), routesChanged, ['updated [hook,keys]']],
    [
      'does not record routes again that stay open',
      interaction('open', { routes: ['hook', 'keys'] }),
      routesChanged,
      [],
    ],
    [
      'gets the name of its call',
      interaction('open', { tool_use_id: undefined } as never),
      look(call()),
      ['updated'],
    ],
    ['its call has a result', interaction('open'), look(RAN), ['closed answered']],
    ['a form was answered', interaction('open', FORM), accepted, ['closed answered']],
    ['an answer that was not accepted', interaction('sent'), notTaken, ['reopened [keys]']],
    ['an answer is proven', interaction('sent'), look(RAN), ['settled confirmed']],
    [
      'someone else was first',
      interaction('sent'),
      look(call({ finished_at: at(500), decision: 'reject', decided_by: 'hook' })),
      ['settled superseded'],
    ],
    [
      'a form got our answer',
      interaction('sent', { ...FORM, answer: answer('keys', 'sent', { action: 'accept' }) }),
      accepted,
      ['settled confirmed'],
    ],
    [
      'a form got another answer',
      interaction('sent', { ...FORM, answer: answer('keys', 'sent', { action: 'decline' }) }),
      accepted,
      ['settled superseded'],
    ],
    ["the terminal's decision becomes known", interaction('undecided'), look(RAN), ['settled confirmed']],
    ["the terminal's answer to a form", interaction('undecided', FORM), accepted, ['settled confirmed']],
    [
      'leaves requests of a stream run to the stream',
      interaction('open', { routes: ['control'] }),
      look(RAN),
      [],
    ],
  ])('%s', (_name, one, what, expected) => {
    expect(reported(live(one, what))).toEqual(expected);
  });

  test('the end of the process withdraws open requests, and ends the wait for proof', () => {
    expect(reported(live(interaction('open'), look(), ENDED))).toEqual(['closed withdrawn']);
    expect(reported(live(interaction('sent'), READ, ENDED))).toEqual(['settled lost']);
  });

  test('withdraws a cancelled form without a terminal', () => {
    const headless = { '1': { entrypoint: 'sdk-cli' } } as unknown as SessionState['runs'];
    const cancelled: LifeEvent = { type: 'form_result', words: { action: 'cancel' } };
    expect(reported(live(interaction('open', FORM), cancelled, session({ runs: headless })))).toEqual([
      'closed withdrawn',
    ]);
  });
});

describe('when to check again', () => {
  const idle = waited('idle');

  test('reads the transcript before concluding anything from silence', () => {
    const after = NOON + 300;
    expect(live(interaction('open'), look(), idle)).toEqual({ facts: [], read: { after, inMs: 300 } });
    // Clock changes do not extend the wait.
    expect(live(interaction('open'), look(), idle, NOON - 90_000).read).toEqual({ after, inMs: 1000 });
    expect(live(interaction('open'), look(), idle, NOON + 90_000).read).toEqual({ after, inMs: 0 });
    expect(reported(live(interaction('open'), READ, idle))).toEqual(['closed answered']);
  });

  test('reads the transcript after an interrupt, even if Claude Code goes on with a prompt of its own queue', () => {
    const interrupted = { ...waited('working'), interrupted_at: NOON + 50 };
    expect(reported(live(interaction('open'), look(), waited('working')))).toEqual(['closed answered']);
    expect(live(interaction('open'), look(), interrupted).read).toEqual({ after: NOON + 300, inMs: 300 });
    const rejected = call({ finished_at: at(290), decision: 'reject', decided_by: 'user_interrupt' });
    expect(reported(live(interaction('open'), look(rejected), interrupted))).toEqual(['closed withdrawn']);
  });

  test('the result of an answered call may be late while Claude Code runs', () => {
    const readAfter = (ms: number) => look(call(), { hasReadAfter: (moment) => moment <= NOON + 300 + ms });
    expect(reported(live(interaction('sent'), readAfter(0), idle))).toEqual([]);
    expect(live(interaction('sent'), readAfter(0), idle).read).toEqual({ after: NOON + 9300, inMs: 9300 });
    expect(reported(live(interaction('sent'), readAfter(9000), idle))).toEqual(['settled lost']);
  });

  test('an answer counts as lost when the same dialog is still open ten seconds later', () => {
    const waiting = session({ waiting_since: NOON + 10 });
    expect(live(interaction('sent'), look(call()), waiting)).toEqual({ facts: [], lostIn: 10_000 });
    const missed = (missedMs: number) => live(interaction('sent'), look(call(), { missedMs }), waiting);
    expect(missed(9000)).toEqual({ facts: [], lostIn: 1000 });
    expect(reported(missed(10_000))).toEqual(['reopened']);
  });
});

/** Everything that can happen, each at any time. */
const EVENTS: readonly LifeEvent[] = [
  given,
  { type: 'answered', answer: answer('keys', 'sent', { decision: 'deny' }) },
  notTaken,
  routesChanged,
  accepted,
  look(),
  look(call()),
  look(RAN),
  look(call({ finished_at: at(500), decision: 'reject', decided_by: 'user_reject' })),
  look(call({ finished_at: at(500), decided_by: 'process_ended' })),
  READ,
  look(call(), { missedMs: 10_000 }),
];
const STATES: readonly SessionState[] = [
  session(),
  session({ waiting_since: NOON + 10 }),
  waited('working'),
  waited('idle'),
  session({ interrupted_at: NOON + 50 }),
  ENDED,
];
const course = fc.array(fc.tuple(fc.constantFrom(...EVENTS), fc.constantFrom(...STATES)), { maxLength: 12 });
const asks = fc.constantFrom<Opening>(
  { kind: 'permission', tool_name: 'Bash', input: {} },
  { kind: 'permission', tool_name: 'Bash', input: {}, routes: ['control'] },
  { kind: 'permission', tool_name: 'Bash', input: {}, agent_id: 'a' },
  { kind: 'elicitation', input: { mcp_server_name: 'x' } },
);

/** One interaction and all its logged facts. */
class Life {
  #log: SessionState;
  readonly logged: InteractionFact[] = [];

  constructor(pending: Opening) {
    this.#log = reduceSession(emptySession('s', 'h'), event(opened('one', pending), 0));
  }

  get one(): Interaction {
    return this.#log.interactions['one'] as Interaction;
  }

  /** The log must accept every fact. */
  meet(what: LifeEvent, state: SessionState): readonly InteractionFact[] {
    const { facts } = live(this.one, what, state);
    for (const fact of facts) {
      expect(canHappen(this.#log, { ...fact, source: 'driver', at: NOON })).toBe(true);
      this.#log = reduceSession(this.#log, event(fact, this.logged.push(fact)));
    }
    return facts;
  }
}

describe('for any events in any order', () => {
  test('a finished interaction does not change', () => {
    fc.assert(
      fc.property(asks, course, course, (pending, before, after) => {
        const life = new Life(pending);
        for (const [what, state] of before) life.meet(what, state);
        const end = life.one;
        if (phaseOf(end) !== 'over') return;
        for (const [what, state] of after) expect(life.meet(what, state)).toEqual([]);
        expect(life.one).toEqual(end);
      }),
    );
  });

  test('closes and reopens alternate, and it is settled only while closed', () => {
    fc.assert(
      fc.property(asks, course, (pending, events) => {
        const life = new Life(pending);
        for (const [what, state] of events) life.meet(what, state);
        let isOpen = true;
        for (const { type } of life.logged) {
          if (type === 'interaction_updated') continue;
          expect(type === 'interaction_closed').toBe(isOpen);
          if (type !== 'interaction_settled') isOpen = !isOpen;
        }
      }),
    );
  });

  test('a repeated check changes nothing', () => {
    fc.assert(
      fc.property(asks, course, (pending, events) => {
        const life = new Life(pending);
        for (const [what, state] of events) {
          life.meet(what, state);
          if (what.type !== 'looked') continue;
          // The next check may see its effect: a name, or an answer whose decision is known by then.
          life.meet(what, state);
          expect(life.meet(what, state)).toEqual([]);
        }
      }),
    );
  });
});
