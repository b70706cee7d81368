import { describe, expect, test } from 'vitest';
import type { ReinsEvent } from '../protocol/events.ts';
import { sessionDetailsSchema } from '../protocol/session.ts';
import { event, reduce } from './event-fixture.ts';
import { presentDetails, presentSession } from './present-session.ts';

const runs = (pid: number, seconds = 0) =>
  event({ type: 'run_started', pid, start_mark: `mark-${pid}` }, seconds, { source: 'registry' });
const ends = (pid: number, seconds: number) =>
  event({ type: 'run_ended', pid, start_mark: `mark-${pid}`, reason: 'exited' }, seconds, {
    source: 'registry',
  });
const activity = (now: 'working' | 'waiting' | 'idle', seconds: number, waiting_for?: string) =>
  event({ type: 'activity_changed', activity: now, ...(waiting_for && { waiting_for }) }, seconds);
const asks = (interaction_id: string, seconds: number) =>
  event(
    {
      type: 'interaction_opened',
      interaction_id,
      kind: 'permission',
      input: {},
      suggestions: [],
      routes: [],
    },
    seconds,
  );
const closes = (interaction_id: string, seconds: number) =>
  event({ type: 'interaction_closed', interaction_id, state: 'withdrawn' }, seconds);

describe('the status', () => {
  const hook = (name: string, seconds: number) =>
    event({ type: 'hook_received', name }, seconds, { source: 'hook' });

  test('a session known only from hooks lives until its end, despite late events', () => {
    const ended = event({ type: 'session_ended', reason: 'other' }, 60, { source: 'hook' });
    expect(presentSession(reduce(hook('Stop', 0))).status).not.toBe('ended');
    expect(presentSession(reduce(hook('Stop', 0), ended, hook('Stop', 61))).status).toBe('ended');
    expect(presentSession(reduce(hook('Stop', 0), hook('Stop', 61), ended)).status).toBe('ended');
    expect(presentSession(reduce(ended, hook('SessionEnd', 100))).status).toBe('ended');
    expect(presentSession(reduce(ended, hook('UserPromptSubmit', 100))).status).not.toBe('ended');
  });

  const statuses: [string, string, ReinsEvent[]][] = [
    ['ended', 'of a session without a process', []],
    ['starting', 'of a process that has not reported its activity', [runs(1)]],
    ['working', 'while it works', [runs(1), activity('working', 1)]],
    [
      'idle',
      'by the newest report, not the last received',
      [runs(1), activity('idle', 2), activity('working', 1)],
    ],
    ['idle', 'by the last report of one millisecond', [runs(1), activity('working', 1), activity('idle', 1)]],
    [
      'working',
      'by the last report of one millisecond',
      [runs(1), activity('idle', 1), activity('working', 1)],
    ],
    ['waiting', 'while an interaction is open', [runs(1), activity('working', 1), asks('i', 2)]],
    ['working', 'once it is closed', [runs(1), activity('working', 1), asks('i', 2), closes('i', 3)]],
    ['ended', 'when the process has ended', [runs(1), activity('working', 1), ends(1, 2)]],
    ['starting', 'when the process has come back', [runs(1), ends(1, 2), runs(1, 3)]],
    ['working', 'while one of two processes lives', [runs(1), runs(2), activity('working', 1), ends(1, 2)]],
    [
      'idle',
      "by Claude's own reports if no process is visible",
      [event({ type: 'session_started', how: 'startup' }), activity('idle', 1)],
    ],
    [
      'ended',
      "by Claude's own reports as well",
      [
        event({ type: 'session_started', how: 'startup' }),
        event({ type: 'session_ended', reason: 'exit' }, 1),
      ],
    ],
  ];
  test.each(statuses)('is %s %s', (status, _when, events) => {
    expect(presentSession(reduce(...events)).status).toBe(status);
  });
});

test('two processes are a conflict', () => {
  expect(presentSession(reduce(runs(1), runs(2)))).toMatchObject({ pid: 1, conflict: [1, 2] });
  expect(presentSession(reduce(runs(1), runs(2), ends(1, 1)))).not.toHaveProperty('conflict');
});

test('shows what it waits for while it waits', () => {
  expect(presentSession(reduce(runs(1), activity('waiting', 1, 'permission')))).toMatchObject({
    status: 'waiting',
    waiting_for: 'permission',
  });
});

test('shows when a session ended', () => {
  expect(presentSession(reduce(runs(1), ends(1, 60))).ended_at).toBe('2026-01-02T12:01:00.000Z');
});

test('fits its schema, empty and full', () => {
  const full = reduce(
    runs(1),
    asks('i', 1),
    event({ type: 'tool_started', tool_use_id: 'p', name: 'ExitPlanMode', input: { plan: 'First, …' } }, 2),
    event({ type: 'agent_started', subagent_id: 'a', agent_type: 'Explore' }, 3),
    event({ type: 'api_failed', uuid: 'u', error: 'overloaded', message: 'Try later' }, 4),
    event({ type: 'api_retried', attempt: 1 }, 5),
    event({ type: 'rate_limited', details: { status: 'allowed' } }, 6),
    event(
      {
        type: 'session_described',
        fields: ['title'],
        observed: { title: 'T', title_rank: 1, model: 'm' },
      } as never,
      7,
    ),
  );
  for (const state of [reduce(), full]) {
    expect(sessionDetailsSchema.parse(presentDetails(state))).toEqual(presentDetails(state));
  }
  expect(presentDetails(full)).toMatchObject({
    plan: { text: 'First, …' },
    last_error: { error: 'overloaded' },
  });
});

test('a session without a transcript can be neither forked nor resumed', () => {
  const created = (persists: boolean) =>
    event({ type: 'session_created', how: 'new', persists, by: 'x' }, 0, {
      observed: { transcript_path: '/t.jsonl' },
    });
  expect(presentSession(reduce(created(true), runs(1))).capabilities).toContain('fork');
  expect(presentSession(reduce(created(false), runs(1))).capabilities).not.toContain('fork');
  expect(presentSession(reduce(created(true), runs(1), ends(1, 5))).capabilities).toContain('resume');
  expect(presentSession(reduce(created(false), runs(1), ends(1, 5))).capabilities).toEqual([]);
});

test('a process reported by two sources started at the earlier time', () => {
  const [early, late] = [runs(1, 1), runs(1, 9)];
  const started = (...events: ReinsEvent[]) => presentDetails(reduce(...events)).runs[0]?.started_at;
  expect(started(early, late)).toBe(early.at);
  expect(started(late, early)).toBe(early.at);
  expect(started(early, ends(1, 5), late)).toBe(late.at);
});
