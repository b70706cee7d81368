import { expect, test } from 'vitest';
import type { Item, ItemOf } from '../../protocol/conversation.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { at, item, prompt, said, session } from '../export/export-fixture.ts';
import { gapsBetween, lengthOf, mergeSpans } from './spans.ts';
import { TimelineBuilder } from './timeline-builder.ts';

const ask = (from: number, to: number | undefined, facts: Partial<Interaction> = {}): Interaction => ({
  ...{ id: `i${from}`, session_id: 's', host: 'desk', kind: 'permission', state: 'answered' },
  ...{ tool_name: 'Bash', input: { command: 'make' }, suggestions: [], routes: [] },
  ...{ opened_at: at(from), ...(to !== undefined && { closed_at: at(to) }) },
  ...facts,
});
const run = (from: number, to: number, facts: Partial<ItemOf<'tool'>> = {}) =>
  item(
    'tool',
    { tool_use_id: 't', name: 'Bash', input: { command: 'make' }, finished_at: at(to), ...facts },
    from,
  );
const end = (seconds: number, outcome: ItemOf<'end'>['outcome'] = 'completed') =>
  item('end', { prompt_id: 'p', outcome }, seconds);

function timelineOf(
  items: readonly Item[],
  interactions: readonly Interaction[] = [],
  now = 1000,
  facts: Parameters<typeof session>[0] = {},
) {
  const builder = new TimelineBuilder(session(facts), interactions, Date.parse(at(now)));
  for (const one of items) builder.add(one);
  return builder.finish();
}

test('splits a turn between API, person and tool, and ignores time between turns', () => {
  const { totals, turns, waits, tools } = timelineOf(
    [
      prompt('make it', 0),
      said('I will.', 4),
      run(5, 35, { duration_ms: 20_000 }),
      said('Made.', 40),
      end(41),
      prompt('again', 100),
      run(102, 104, { is_error: true }),
      end(110, 'interrupted'),
    ],
    [ask(6, 15)],
  );
  expect(turns).toMatchObject([
    {
      ...{ prompt: 'make it', outcome: 'completed', duration_ms: 41_000, tool_ms: 20_000, person_ms: 9000 },
      ...{ api_ms: 12_000, tool_calls: 1, tool_failures: 0 },
    },
    {
      outcome: 'interrupted',
      duration_ms: 10_000,
      tool_ms: 2000,
      person_ms: 0,
      api_ms: 8000,
      tool_failures: 1,
    },
  ]);
  expect(totals).toEqual({
    ...{ duration_ms: 51_000, tool_ms: 22_000, person_ms: 9000, api_ms: 20_000, between_ms: 59_000 },
    ...{ turns: 2, tool_calls: 2, tool_failures: 1 },
  });
  expect(waits.slice(0, 4)).toEqual([
    { kind: 'tool', at: at(15), duration_ms: 20_000, what: 'Bash: make' },
    { kind: 'person', at: at(6), duration_ms: 9000, what: 'Bash: make' },
    { kind: 'api', at: at(35), duration_ms: 5000, what: 'an answer' },
    { kind: 'api', at: at(0), duration_ms: 4000, what: 'an answer' },
  ]);
  expect(tools).toEqual([{ name: 'Bash', calls: 2, failures: 1, total_ms: 22_000, longest_ms: 20_000 }]);
});

test('counts parallel calls once, and a person before a tool', () => {
  const { totals } = timelineOf([prompt('go', 0), run(1, 11), run(1, 6), end(12)], [ask(2, 4)]);
  expect(totals).toMatchObject({ tool_ms: 8000, person_ms: 2000, api_ms: 2000 });
});

test('without hooks the transcript of a call shows the wait for a person', () => {
  const asked = run(1, 31, { duration_ms: 10_000, decided_by: 'user_temporary' });
  const question = item(
    'tool',
    {
      tool_use_id: 'q',
      name: 'AskUserQuestion',
      input: { questions: [{ question: 'Which?' }] },
      finished_at: at(60),
    },
    40,
  );
  const { totals, waits } = timelineOf([prompt('go', 0), asked, question, end(61)]);
  expect(totals).toMatchObject({ person_ms: 40_000, tool_ms: 10_000 });
  expect(waits[0]).toMatchObject({ kind: 'person', duration_ms: 20_000 });
  expect(waits.map(({ what }) => what)).toContain('AskUserQuestion: Which?');
});

test('a session that waits has waited until now, with or without a request that we know', () => {
  const items = [prompt('go', 0), item('tool', { tool_use_id: 't', name: 'Bash', input: {} }, 2)];
  const waiting = { status: 'waiting' as const, waiting_for: 'permission prompt' };
  const asked = timelineOf(items, [ask(2, undefined)], 62, waiting);
  expect(asked.totals).toMatchObject({ duration_ms: 62_000, person_ms: 60_000, tool_ms: 0, api_ms: 2000 });
  expect(asked.waits.map(({ kind, duration_ms }) => [kind, duration_ms])).toEqual([
    ['person', 60_000],
    ['api', 2000],
  ]);
  const unknown = timelineOf(items, [], 62, waiting);
  expect(unknown.totals).toMatchObject({ duration_ms: 62_000, person_ms: 60_000 });
  expect(unknown.waits[0]).toMatchObject({ kind: 'person', what: 'permission prompt' });
  const working = timelineOf(items, [], 62, { status: 'working' });
  expect(working.totals).toMatchObject({ duration_ms: 62_000, person_ms: 0, tool_ms: 60_000 });
  expect(timelineOf([...items, end(3)], [], 62, waiting).totals).toMatchObject({ duration_ms: 3000 });
});

test('an open request lasts until now, but no longer than the known part of the turn', () => {
  const { totals, waits } = timelineOf([prompt('go', 0), run(1, 1), said('x', 20)], [ask(2, undefined)], 50);
  expect(totals).toMatchObject({ duration_ms: 20_000, person_ms: 18_000 });
  expect(waits[0]).toMatchObject({ kind: 'person', duration_ms: 48_000 });
});

test('steering does not start a turn, and a clock set back gives no negative times', () => {
  const folded = item('prompt', { text: 'also', origin: 'folded', images: 0, prompt_id: 'p' }, 5);
  const { totals } = timelineOf([prompt('go', 10), folded, run(8, 2), end(9)]);
  expect(totals).toMatchObject({
    turns: 1,
    duration_ms: 0,
    tool_ms: 0,
    person_ms: 0,
    api_ms: 0,
    between_ms: 0,
  });
  expect(timelineOf([]).totals).toMatchObject({ turns: 0, duration_ms: 0, between_ms: 0 });
});

test('lists only the newest turns and the longest waits, but counts all', () => {
  const items = Array.from({ length: 3000 }, (_, index) => [
    prompt(`p${index}`, index * 10),
    run(index * 10 + 1, index * 10 + 2),
    end(index * 10 + 3),
  ]).flat();
  const { totals, turns, waits, tools } = timelineOf(items);
  expect(totals).toMatchObject({ turns: 3000, tool_calls: 3000, tool_ms: 3_000_000 });
  expect(turns).toHaveLength(500);
  expect(turns.at(-1)?.prompt).toBe('p2999');
  expect(waits).toHaveLength(10);
  expect(tools[0]?.calls).toBe(3000);
});

test('spans', () => {
  const bounds = { from: 0, to: 10 };
  const spans = [
    { from: 6, to: 12 },
    { from: -3, to: 2 },
    { from: 1, to: 3 },
    { from: 5, to: 5 },
  ];
  expect(mergeSpans(spans, bounds)).toEqual([
    { from: 0, to: 3 },
    { from: 6, to: 10 },
  ]);
  expect(gapsBetween(spans, bounds)).toEqual([{ from: 3, to: 6 }]);
  expect(gapsBetween([], bounds)).toEqual([bounds]);
  expect(lengthOf(mergeSpans(spans, bounds))).toBe(7);
});
