import { expect, test } from 'vitest';
import { event, NOON, reduce } from './event-fixture.ts';
import { presentSession } from './present-session.ts';

const atNoon = { type: 'clock_set_back', by_ms: 3_600_000 } as const;

test('after the clock was set back, later events count as newer', () => {
  const before = [
    event({ type: 'run_started', pid: 1, start_mark: 'a' }, 3600, { source: 'registry' }),
    event({ type: 'activity_changed', activity: 'working' }, 3600, { source: 'registry' }),
  ];
  const idle = event({ type: 'activity_changed', activity: 'idle' }, 1, { source: 'registry' });
  expect(presentSession(reduce(...before, idle)).status).toBe('working');
  expect(presentSession(reduce(...before, event(atNoon), idle)).status).toBe('idle');
});

test('no time of a prompt or a request stays in the future', () => {
  const message_id = 'b2a2fb2b-7e1c-4e55-9d5f-0dd8a3d0c001';
  const state = reduce(
    event(
      { type: 'message_queued', message_id, when: 'queue', text: 'a', images: 0, by: 'ada', place: 1 },
      3600,
    ),
    event({ type: 'message_delivered', message_id }, 3601),
    event({ type: 'message_accepted', message_id }, 3602),
    event(
      {
        type: 'interaction_opened',
        interaction_id: 'one',
        kind: 'permission',
        input: { at: '2030-01-01T00:00:00.000Z' },
        suggestions: [],
        routes: [],
      },
      3600,
    ),
    event({ type: 'activity_changed', activity: 'waiting' }, 3600),
    event(atNoon),
  );
  const noon = new Date(NOON).toISOString();
  expect(state.messages[message_id]).toMatchObject({ queued_at: noon, delivered_at: noon, ended_at: noon });
  expect(state.interactions['one']).toMatchObject({
    opened_at: noon,
    input: { at: '2030-01-01T00:00:00.000Z' },
  });
  expect(state).toMatchObject({ waiting_since: NOON, last_activity_at: NOON });
});
