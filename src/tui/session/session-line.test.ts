import { expect, test } from 'vitest';
import { PLAIN } from '../../lib/style.ts';
import type { Session } from '../../protocol/session.ts';
import { sessionLine } from './session-line.ts';

test('cost and age do not touch', () => {
  const session = {
    ...{ session_id: 's', title: 'Fix it', status: 'idle', open_interactions: 0 },
    ...{ last_activity_at: '2026-01-01T00:00:00.000Z', cost_usd: 123.01 },
  } as Session;
  const now = Date.parse('2026-01-01T00:12:00Z');
  expect(sessionLine(session, { style: PLAIN, width: 80, now })).toMatch(/ \$123\.01 {2}12 min$/);
});
