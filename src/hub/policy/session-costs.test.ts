import { expect, test } from 'vitest';
import type { ReinsEvent } from '../../protocol/events.ts';
import { SessionCosts } from './session-costs.ts';

const day = (hours: number, days = 0) => new Date(2026, 10, 19 + days, hours);
const counted = (at: Date, total_usd: number) => ({ type: 'cost_counted', at: at.toISOString(), total_usd });
const ended = (at: Date) => ({ type: 'turn_finished', at: at.toISOString() });

function bookOf(sessions: Record<string, object[]>) {
  return new SessionCosts({
    eventsOfTypes: (id) => (sessions[id] ?? []) as never as ReinsEvent<never>[],
    sessionsActiveSince: () => Object.keys(sessions),
  });
}

test('a day costs the growth of all sessions since midnight', () => {
  const costs = bookOf({
    a: [counted(day(20, -1), 2), counted(day(9), 3), counted(day(11), 5)],
    // Starts again from zero, as after a resume.
    b: [counted(day(20, -1), 4), counted(day(10), 1)],
  });
  expect(costs.costs('a', day(12))).toEqual({ sessionCostUsd: 5, dayCostUsd: 4, dayCostAtLeastUsd: 4 });
  expect(costs.costs('a', day(10))).toMatchObject({ sessionCostUsd: 3, dayCostUsd: 2 });
});

test('a session without reports costs nothing in its first turn, and is unknown later', () => {
  const costs = bookOf({ a: [ended(day(10))], b: [counted(day(9), 3)] });
  expect(costs.costs('a', day(9, 0))).toMatchObject({ sessionCostUsd: 0, dayCostUsd: 3 });
  expect(costs.costs('a', day(11))).toEqual({
    sessionCostUsd: undefined,
    dayCostUsd: undefined,
    dayCostAtLeastUsd: 3,
  });
});
