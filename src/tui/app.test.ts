import { expect, onTestFinished, test, vi } from 'vitest';
import { PLAIN } from '../lib/style.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { type Card, Inbox } from '../sdk/inbox.ts';
import type { LiveHub } from '../sdk/live-hub.ts';
import { SessionList } from '../sdk/session-list.ts';
import { App } from './app.ts';
import { anInteraction, MAY } from './cards/card-fixture.ts';
import { CARE_MS, SETTLING_MS } from './cards/interaction-card.ts';

const NO_SESSIONS = { items: [], last_event_id: '' };

/** An app over a hub with pending commands; records the answers. */
async function appWith(...commands: string[]) {
  return appOver(new Map(), ...commands.map((command) => ({ tool_name: 'Bash', input: { command } })));
}

async function appOver(drafts: Map<string, string>, ...requests: Partial<Interaction>[]) {
  const items = requests.map((request, index) =>
    anInteraction({
      ...request,
      id: `i${index}`,
      opened_at: `2026-01-0${index + 1}`,
    }),
  );
  const answered: string[] = [];
  const inbox = new Inbox({
    interactions: async () => ({ items }),
    answer: async (id) => {
      answered.push(id);
      return { id } as Interaction;
    },
  });
  await inbox.load();
  const outbox = { held: 0 };
  const connection = { isLive: true };
  const hub = {
    inbox,
    outbox,
    connection,
    sessions: new SessionList({ list: async () => NO_SESSIONS }),
    may: () => MAY,
  };
  const size = { columns: 80, rows: 24 };
  const onLeave = vi.fn();
  let now = 0;
  const app = new App({
    ...{ hub: hub as unknown as LiveHub, style: PLAIN, folder: '/', size: () => size },
    ...{ now: () => now, onChange: () => {}, onLeave },
    ...{ attach: async () => {}, editText: async (text) => text, drafts },
  });
  const type = (text: string, at: number) => {
    now = at;
    app.press({ name: 'text', text });
  };
  /** Sets the time and returns a function per card that focuses it. */
  const look = (at: number) => {
    now = at;
    return inbox.cards.map((card) => () => app.focusCard(card));
  };
  type(' ', 0);
  return { app, inbox, items, answered, type, look, outbox, onLeave, size };
}

/** Fakes the timers; the returned function passes the time in which a closed card stays. */
function ownClock(): () => void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  return () => vi.advanceTimersByTime(5000);
}

test('two simultaneous presses do not confirm a dangerous request', async () => {
  const { answered, type } = await appWith('rm -rf build');
  type('aa', 1000);
  expect(answered).toEqual([]);
  type('a', 1000 + CARE_MS);
  expect(answered).toEqual(['i0']);
});

test('a card shown on another screen settles again when it appears', async () => {
  const { look } = await appWith('ls', 'rm -rf build');
  const [first, second] = look(1000) as [
    () => ReturnType<App['focusCard']>,
    () => ReturnType<App['focusCard']>,
  ];
  second();
  look(5000);
  first();
  look(9000);
  expect(second().isSettled(9000 + SETTLING_MS - 1)).toBe(false);
  expect(second().isSettled(9000 + SETTLING_MS)).toBe(true);
});

test('moving on right after a new card appeared does not skip settling', async () => {
  const { answered, inbox, type } = await appWith('ls', 'pwd', 'date');
  const pass = ownClock();
  inbox.take({ type: 'interaction_closed', interaction_id: 'i0', state: 'withdrawn' } as never);
  pass();
  expect(inbox.cards).toHaveLength(2);
  // Meant for the second card, which has the focus by now.
  type('j', 20_000);
  type('a', 20_100);
  expect(answered).toEqual([]);
  type('a', 30_000);
  expect(answered).toEqual(['i2']);
});

test('the state of a card is dropped with it', async () => {
  const { app, inbox, items } = await appWith('ls');
  const [card] = inbox.cards as [Card];
  const first = app.focusCard(card);
  expect(app.focusCard(card)).toBe(first);
  const other = { interaction: anInteraction({ id: 'other' }), phase: 'open' } as Card;
  items.length = 0;
  const pass = ownClock();
  await inbox.load();
  pass();
  expect(inbox.cards).toEqual([]);
  app.focusCard(other);
  expect(app.focusCard(card)).not.toBe(first);
});

test('Esc never quits, Ctrl-C clears the input and then asks', async () => {
  const { app, onLeave, type } = await appWith('ls');
  for (let times = 0; times < 5; times++) app.press({ name: 'escape' });
  expect(onLeave).not.toHaveBeenCalled();
  type('w', 2000);
  type('no', 2100);
  expect(app.frame().lines.join('\n')).toContain('no');
  app.press({ name: 'ctrl-c' });
  expect(app.frame().lines.join('\n')).not.toContain('again to quit');
  app.press({ name: 'ctrl-c' });
  expect(app.frame().lines.join('\n')).toContain('Press Ctrl-C again to quit.');
  expect(onLeave).not.toHaveBeenCalled();
  app.press({ name: 'ctrl-c' });
  expect(onLeave).toHaveBeenCalledTimes(1);
});

test('the footer at 80 columns shows how to quit and, without a card, the way to sessions and search', async () => {
  for (const commands of [[], ['ls'], ['rm -rf build', 'ls']]) {
    const { app, type } = await appWith(...commands);
    type(' ', 5000);
    const footer = app.frame().lines.at(-1);
    expect(footer).toMatch(/q quit {2}\? keys$/);
    if (commands.length === 0) expect(footer).toMatch(/g s sessions {2}\/ search/);
  }
});

test('quitting with an unsent prompt warns first', async () => {
  const { app, outbox, onLeave, type } = await appWith();
  outbox.held = 1;
  type('q', 1000);
  expect(onLeave).not.toHaveBeenCalled();
  expect(app.frame().lines.join('\n')).toContain('! A prompt has not reached the hub');
  type('q', 2000);
  expect(onLeave).toHaveBeenCalledTimes(1);
});

test.each([
  { columns: 100, rows: 12 },
  { columns: 40, rows: 10 },
])('a dangerous request fits on a screen of %o with its warning', async (low) => {
  const long = ['rm -rf build', ...Array.from({ length: 40 }, (_, line) => `echo ${line}`)].join('\n');
  const { app, size, type } = await appWith(long, 'ls', 'pwd', 'date');
  Object.assign(size, low);
  type(' ', 1000);
  const { lines } = app.frame();
  expect(lines).toHaveLength(low.rows);
  expect(lines.join(' ')).toMatch(/rm -rf build.*more lines, PgDn.*! Deletes folders.*a allow {2}d deny/);
});

test('a click focuses a card and never answers; the wheel scrolls the card', async () => {
  const long = Array.from({ length: 60 }, (_, line) => `echo ${line}`).join('\n');
  const { app, answered, look } = await appWith(long, 'second', 'third');
  const rows = () => app.frame().lines;
  const rowOf = (text: string) => rows().findIndex((line) => line.includes(text));
  look(SETTLING_MS * 10);
  expect(rowOf('echo 30')).toBe(-1);
  for (let step = 0; step < 9; step++) app.press({ name: 'wheel-down', row: 5, column: 5 });
  expect(rowOf('echo 59')).toBeGreaterThan(0);
  app.press({ name: 'click', row: rowOf('third'), column: 10 });
  // The first card is closed now.
  expect(rowOf('echo 59')).toBe(-1);
  for (let row = 0; row < 24; row++) app.press({ name: 'click', row, column: 1 });
  expect(answered).toEqual([]);
});

test('comments on a plan survive quitting; answered requests leave nothing behind', async () => {
  const drafts = new Map([['request:gone', '{}']]);
  const plan = { kind: 'plan', input: { plan: 'one\ntwo' } } as const;
  const first = await appOver(drafts, plan);
  first.look(SETTLING_MS * 2)[0]?.();
  first.app.frame();
  first.type('n', SETTLING_MS * 4);
  first.app.press({ name: 'enter' });
  first.type('which file?', SETTLING_MS * 5);
  first.app.press({ name: 'enter' });
  expect(first.app.frame().lines.join('\n')).toContain('↳ which file?');
  first.app.close();
  expect([...drafts.keys()]).toEqual(['request:i0']);
  const next = await appOver(drafts, plan);
  next.look(SETTLING_MS * 2)[0]?.();
  next.type('n', SETTLING_MS * 4);
  expect(next.app.frame().lines.join('\n')).toContain('↳ which file?');
});
