import { expect, test } from 'vitest';
import { decisionText, outcomeOf } from './decision-text.ts';

const by = { type: 'device', name: 'phone' } as const;
const input = { command: 'a' };

test('describes entries of the audit log', () => {
  const entry = { what: 'answered', by, input, applied: 'confirmed' } as const;
  expect(decisionText({ ...entry, decided: { decision: 'allow' }, ran_input: input })).toBe(
    'Allowed by phone',
  );
  expect(decisionText({ ...entry, decided: { decision: 'allow' }, ran_input: { command: 'b' } })).toBe(
    'Allowed with edits by phone',
  );
  expect(decisionText({ ...entry, decided: { decision: 'deny', message: 'no' } })).toBe(
    'Denied by phone: “no”',
  );
  expect(decisionText({ ...entry, applied: 'sent', decided: { answers: {} } })).toBe(
    'Answered by phone, not confirmed',
  );
  expect(decisionText({ what: 'withdrawn', input })).toBe('Withdrawn by Claude');
  expect(decisionText({ what: 'superseded', by: { type: 'terminal', name: 'x' }, input })).toBe(
    'Too late: the terminal answered first',
  );
});

test('tells granted from refused decisions', () => {
  expect(outcomeOf({ what: 'answered', decided: { decision: 'allow' } })).toBe('granted');
  expect(outcomeOf({ what: 'answered', decided: { answers: {} } })).toBe('granted');
  expect(outcomeOf({ what: 'answered', decided: { decision: 'deny' } })).toBe('refused');
  expect(outcomeOf({ what: 'answered', decided: { action: 'decline' } })).toBe('refused');
  expect(outcomeOf({ what: 'withdrawn' })).toBe('other');
});
