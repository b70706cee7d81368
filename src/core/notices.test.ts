import { expect, test } from 'vitest';
import type { ReinsEvent } from '../protocol/events.ts';
import { isWanted, noticeOf } from './notices.ts';

const reported = (event: object) => noticeOf(event as ReinsEvent)?.kind;

test('events worth a notification', () => {
  expect(reported({ type: 'turn_finished', outcome: 'completed' })).toBe('finished');
  expect(reported({ type: 'turn_finished', outcome: 'failed' })).toBe('failed');
  expect(reported({ type: 'notification_raised', kind: 'idle_prompt' })).toBe('idle');
  expect(reported({ type: 'api_failed', error: 'authentication_failed' })).toBe('login_expired');
  expect(reported({ type: 'turn_finished', outcome: 'failed', error: 'authentication_failed' })).toBe(
    'login_expired',
  );
  expect(reported({ type: 'turn_reported', error: { code: 'error_max_budget_usd', message: 'x' } })).toBe(
    'budget_reached',
  );
  expect(reported({ type: 'start_failed' })).toBe('failed');
});

test('events not worth a notification', () => {
  // The person did it, or receives it in another way.
  expect(reported({ type: 'turn_finished', outcome: 'interrupted' })).toBeUndefined();
  expect(reported({ type: 'notification_raised', kind: 'permission_prompt' })).toBeUndefined();
  expect(reported({ type: 'api_failed', error: 'rate_limit' })).toBeUndefined();
  expect(reported({ type: 'turn_finished', outcome: 'failed', agent_id: 'a1' })).toBeUndefined();
});

const interaction = { kind: 'needs_answer', session_id: 's1' } as const;
const done = { kind: 'finished', session_id: 's1' } as const;

test('by default notifies about everything that stops work, but not about the end of every turn', () => {
  expect(isWanted({}, interaction, '12:00')).toBe(true);
  expect(isWanted({}, done, '12:00')).toBe(false);
  expect(isWanted({ kinds: { needs_answer: false, finished: true } }, interaction, '12:00')).toBe(false);
  expect(isWanted({ kinds: { finished: true } }, done, '12:00')).toBe(true);
});

test('a followed session notifies about everything, a muted one about nothing', () => {
  expect(isWanted({ sessions: { s1: 'follow' } }, done, '12:00')).toBe(true);
  expect(isWanted({ sessions: { s1: 'mute' } }, interaction, '12:00')).toBe(false);
  expect(isWanted({ sessions: { s2: 'mute' } }, interaction, '12:00')).toBe(true);
});

test('quiet hours may cross midnight, and may let requests through', () => {
  const night = { quiet: { from: '22:00', to: '07:00' } };
  const times = ['21:59', '22:00', '23:59', '00:00', '06:59', '07:00'];
  expect(times.map((time) => isWanted(night, interaction, time))).toEqual([
    true,
    false,
    false,
    false,
    false,
    true,
  ]);
  expect(isWanted({ quiet: { from: '12:00', to: '13:00' } }, interaction, '12:30')).toBe(false);
  expect(isWanted({ quiet: { ...night.quiet, asks_too: true } }, interaction, '23:00')).toBe(true);
  expect(
    isWanted({ quiet: { ...night.quiet, asks_too: true }, kinds: { finished: true } }, done, '23:00'),
  ).toBe(false);
  expect(isWanted({ ...night, sessions: { s1: 'follow' } }, interaction, '23:00')).toBe(false);
});
