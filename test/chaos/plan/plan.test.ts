import { expect, test } from 'vitest';
import { drawPlan, type PlanOptions } from './plan.ts';

const OPTIONS: PlanOptions = { seed: 7, durationMs: 90_000, drivers: ['stream', 'tmux'] };

test('the same seed gives the same plan, another seed another one', () => {
  expect(drawPlan(OPTIONS)).toEqual(drawPlan(OPTIONS));
  expect(drawPlan({ ...OPTIONS, seed: 8 })).not.toEqual(drawPlan(OPTIONS));
});

test('marks, message ids and session ids are unique, and no mark is part of another', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { sessions } = drawPlan({ ...OPTIONS, seed });
    const prompts = sessions.flatMap((session) => session.prompts);
    const marks = prompts.flatMap(({ mark, asks }) => [mark, ...asks.map((interaction) => interaction.mark)]);
    expect(new Set(marks).size).toBe(marks.length);
    expect(new Set(marks.map(({ length }) => length)).size).toBeLessThanOrEqual(2);
    for (const ids of [prompts.map(({ messageId }) => messageId), sessions.map(({ id }) => id)]) {
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  }
});

test('a run has the sessions and faults that its drivers allow', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { sessions, faults } = drawPlan({ ...OPTIONS, seed });
    const count = (driver: string) => sessions.filter((session) => session.driver === driver).length;
    expect(count('stream')).toBeGreaterThanOrEqual(3);
    expect(count('stream')).toBeLessThanOrEqual(6);
    expect([1, 2]).toContain(count('tmux'));
    for (const fault of faults) {
      expect(fault.atMs).toBeLessThan(OPTIONS.durationMs);
      if (fault.kind === 'pause-claude' || fault.kind === 'kill-runner')
        expect(sessions[fault.session]?.driver).toBe('stream');
    }
    const streamed = drawPlan({ ...OPTIONS, seed, drivers: ['stream'] });
    expect(streamed.faults.some(({ kind }) => kind.endsWith('tmux'))).toBe(false);
  }
});
