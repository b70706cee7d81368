import { expect, test } from 'vitest';
import { session } from '../../core/export/export-fixture.ts';
import { textWidth } from '../../lib/text-width.ts';
import type { Timeline } from '../../protocol/timeline.ts';
import { PLAIN } from '../terminal/style.ts';
import { renderTimeline } from './render-timeline.ts';

const AT = '2026-01-02T12:00:00.000Z';
const turn = {
  ...{
    at: AT,
    prompt: 'Fix the flaky test\u001b[2J 日本 and make sure that it stays fixed for good',
    origin: 'human',
  },
  ...{
    outcome: 'completed' as const,
    duration_ms: 90_000,
    tool_ms: 30_000,
    person_ms: 40_000,
    api_ms: 20_000,
  },
  ...{ tool_calls: 3, tool_failures: 1 },
};
const TIMELINE: Timeline = {
  session: session({ title: 'Fix it', model: 'claude-opus-4-5-20251101', cost_usd: 1.5 }),
  totals: {
    ...{ duration_ms: 90_000, tool_ms: 30_000, person_ms: 40_000, api_ms: 20_000, between_ms: 3_600_000 },
    ...{ turns: 2, tool_calls: 3, tool_failures: 1 },
  },
  waits: [
    { kind: 'person', at: AT, duration_ms: 40_000, what: `Bash: ${'make all the things '.repeat(20)}` },
    { kind: 'api', at: AT, duration_ms: 20_000, what: 'an answer' },
  ],
  tools: [{ name: 'Bash', calls: 3, failures: 1, total_ms: 30_000, longest_ms: 20_000 }],
  turns: [turn, { ...turn, outcome: 'interrupted' }],
};

test('fits the terminal, and neutralizes escape sequences from the session', () => {
  for (const width of [60, 80, 120]) {
    const lines = renderTimeline(TIMELINE, PLAIN, { width }).split('\n');
    for (const line of lines) expect(textWidth(line), line).toBeLessThanOrEqual(width);
    expect(lines.join('\n')).not.toContain('\u001b');
  }
});

test('shows where the time went, the waits, and the turns', () => {
  const text = renderTimeline(TIMELINE, PLAIN, { width: 80 });
  expect(text).toContain('Fix it\n· ended · 11111111 · opus-4-5 · $1.50 · /p');
  expect(text).toContain('1 min 30 s at work, and 1 h between turns');
  expect(text).toMatch(/Claude {11}█+\S* +20 s {3}22%/);
  expect(text).toMatch(/waiting for you {2}█+\S* +40 s {3}44%/);
  expect(text).toMatch(/you {5}40 s {2}Bash: make all/);
  expect(text).toMatch(/Claude {2}20 s {2}until an answer/);
  expect(text).toMatch(/3 calls {2}1 failed {2}30 s {5}20 s {2}Bash/);
  expect(text).toMatch(/1 min 30 s {2}█{8} {6}3 {2}\(interrupted\) Fix the flaky/);
});

test('shows that nothing has happened in an empty session', () => {
  const empty = { ...TIMELINE, totals: { ...TIMELINE.totals, turns: 0 }, turns: [] };
  expect(renderTimeline(empty, PLAIN, { width: 80 })).toContain('Nothing has happened in it yet.');
});
