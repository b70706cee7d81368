import { expect, test } from 'vitest';
import { textWidth } from '../../lib/text-width.ts';
import type { AuditEntry } from '../../protocol/audit.ts';
import { PLAIN } from '../terminal/style.ts';
import { renderAudit } from './audit.ts';

const entry = (facts: Partial<AuditEntry>): AuditEntry => ({
  what: 'answered',
  at: '2026-01-31T14:02:00.000Z',
  session_id: '11111111-1111-4111-8111-111111111111',
  seq: 2,
  host: 'desk',
  title: 'x',
  cwd: '/w/api',
  interaction_id: 'i1',
  kind: 'permission',
  tool_name: 'Bash',
  opened_at: '2026-01-31T14:00:00.000Z',
  waited_ms: 120_000,
  input: { command: 'ls' },
  ...facts,
});
const NOW = Date.parse('2026-03-01T00:00:00Z');
const phone = { type: 'device', name: 'phone' } as const;

test('shows who decided what, and which answers had no effect', () => {
  const entries = [
    entry({
      by: phone,
      route: 'hook',
      applied: 'confirmed',
      decided: { decision: 'allow', input: {} },
      ran_input: { command: 'ls -l' },
    }),
    entry({ what: 'superseded', by: { type: 'terminal', name: 'terminal' }, decided: { decision: 'deny' } }),
    entry({ by: phone, applied: 'superseded', decided: { decision: 'allow' }, route: 'hook' }),
    entry({ what: 'reopened', reason: 'the hook route is closed' }),
    entry({
      by: { type: 'rule', name: 'tests' },
      applied: 'undelivered',
      decided: { decision: 'deny', message: 'no' },
    }),
    entry({ what: 'withdrawn', waited_ms: 400 }),
  ];
  const lines = renderAudit(entries, PLAIN, { now: NOW, timeZone: 'UTC' }).split('\n');
  expect(lines.map((line) => line.replace(/ {2,}/g, ' | '))).toEqual([
    'WHEN | SESSION | DECIDED | WHAT | ROUTE | WAITED',
    '31 Jan 14:02 | api | allowed (edited) by phone | run ls -l | hook | 2 min',
    '31 Jan 14:02 | api | answered first: denied in the terminal | run ls | 2 min',
    '31 Jan 14:02 | api | too late: allowed by phone | run ls | hook | 2 min',
    '31 Jan 14:02 | api | reopened: the hook route is closed | run ls | 2 min',
    '31 Jan 14:02 | api | not delivered: denied by the rule "tests": no | run ls | 2 min',
    '31 Jan 14:02 | api | withdrawn by Claude | run ls | 400 ms',
  ]);
  for (const line of renderAudit(entries, PLAIN, { now: NOW, width: 80 }).split('\n')) {
    expect(textWidth(line)).toBeLessThanOrEqual(80);
  }
  expect(renderAudit([entry({ at: '2024-01-31T14:02:00.000Z' })], PLAIN, { now: NOW })).toContain(
    '2024-01-31',
  );
  expect(renderAudit([], PLAIN, { now: NOW })).toBe('No decisions.');
});

test('names hosts if there are several, or one that is not this machine', () => {
  const sessions = (entries: AuditEntry[], hostOf?: (one: AuditEntry) => string | undefined) =>
    renderAudit(entries, PLAIN, { now: NOW, timeZone: 'UTC', ...(hostOf && { hostOf }) })
      .split('\n')
      .slice(1)
      .map((line) => line.split(/ {2,}/)[1]);
  expect(sessions([entry({}), entry({ host: 'laptop' })])).toEqual(['api (desk)', 'api (laptop)']);
  expect(sessions([entry({ host: 'laptop' })])).toEqual(['api']);
  expect(sessions([entry({ host: 'laptop' })], ({ host }) => host)).toEqual(['api (laptop)']);
});
