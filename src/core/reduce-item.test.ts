import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item } from '../protocol/conversation.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import { event, NOON } from './event-fixture.ts';
import { positionOf, reduceItem } from './reduce-item.ts';

const reduce = (events: readonly ReinsEvent[]) => events.reduce<Item | undefined>(reduceItem, undefined);

const CALL: ReinsEvent[] = [
  event({ type: 'tool_started', tool_use_id: 't', name: 'Bash', input: { command: 'ls' } }, 0, {
    item: 'i',
    position: 3,
  }),
  event({ type: 'tool_decided', tool_use_id: 't', decision: 'accept', decided_by: 'user' }, 2, {
    item: 'i',
    position: 9,
  }),
  event({ type: 'tool_finished', tool_use_id: 't', content: 'ok', is_error: false }, 3, {
    item: 'i',
    position: 8,
  }),
  event({ type: 'tool_timed', tool_use_id: 't', duration_ms: 5 }, 3, { item: 'i' }),
];

/** The events of one item, for each kind with several events. */
const ITEMS: Readonly<Record<string, ReinsEvent[]>> = {
  tool: CALL,
  command: [
    event({ type: 'command_run', name: '/cost', args: '' }, 0, { item: 'i', position: 1 }),
    event({ type: 'command_printed', text: '$1' }, 1, { item: 'i', position: 2 }),
  ],
  compaction: [
    event({ type: 'compacted', uuid: 'u', trigger: 'auto', tokens_before: 9 }, 0, { item: 'i', position: 1 }),
    event({ type: 'compaction_summarised', uuid: 'u', text: 'in short' }, 1, { item: 'i', position: 2 }),
  ],
  end: [
    event({ type: 'turn_finished', prompt_id: 'p', outcome: 'interrupted' }, 0, { item: 'i', position: 1 }),
    event({ type: 'turn_timed', prompt_id: 'p', duration_ms: 7 }, 1, { item: 'i', position: 2 }),
  ],
};

describe('an item', () => {
  test.each(Object.entries(ITEMS))('of kind %s is the same in any order of its facts', (kind, events) => {
    const expected = reduce(events);
    expect(expected).toMatchObject({ kind, id: 'i' });
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (shuffled) => {
        expect(reduce(shuffled)).toEqual(expected);
      }),
    );
  });

  test('of a tool call has its input, result, duration and decision, from its start on', () => {
    expect(reduce(CALL)).toEqual({
      ...{ kind: 'tool', id: 'i', tool_use_id: 't', name: 'Bash', input: { command: 'ls' } },
      ...{ at: '2026-01-02T12:00:00.000Z', finished_at: '2026-01-02T12:00:03.000Z', position: 3 },
      ...{ result: 'ok', is_error: false, duration_ms: 5, decision: 'accept', decided_by: 'user' },
    });
  });

  test('reported again by a better source shows the better text', () => {
    const [first, second] = ['draft', 'final'].map((text) =>
      event({ type: 'assistant_text', message_id: 'm', block: 0, text }, 0, { item: 'i' }),
    );
    expect(reduce([first, second] as ReinsEvent[])).toMatchObject({ kind: 'text', text: 'final' });
  });
});

test('events without an item change nothing', () => {
  expect(reduceItem(undefined, event({ type: 'session_started', how: 'startup' }))).toBeUndefined();
  expect(reduceItem(undefined, event({ type: 'command_printed', text: '' }))).toBeUndefined();
});

test('items without a position follow all others, ordered by time to the millisecond', () => {
  const places = [
    positionOf({ position: 100 * 2 ** 30, at: NOON + 9 }),
    positionOf({ at: NOON }),
    positionOf({ at: NOON + 1 }),
  ];
  expect(places.toSorted((a, b) => a - b)).toEqual(places);
  expect(new Set(places).size).toBe(3);
});
