import { expect, test } from 'vitest';
import { decisionWords } from './decision-words.ts';

const by = { type: 'device', name: 'phone' } as const;
const input = { command: 'a' };

test('entries of the record in one sentence', () => {
  const entry = { what: 'answered', by, input, applied: 'confirmed' } as const;
  expect(decisionWords({ ...entry, decided: { decision: 'allow' }, ran_input: input })).toBe(
    'Allowed by phone',
  );
  expect(decisionWords({ ...entry, decided: { decision: 'allow' }, ran_input: { command: 'b' } })).toBe(
    'Allowed with changes by phone',
  );
  expect(decisionWords({ ...entry, decided: { decision: 'deny', message: 'no' } })).toBe(
    'Denied by phone: “no”',
  );
  expect(decisionWords({ ...entry, applied: 'sent', decided: { answers: {} } })).toBe(
    'Answered by phone, not proven',
  );
  expect(decisionWords({ what: 'withdrawn', input })).toBe('Claude no longer asked');
  expect(decisionWords({ what: 'superseded', by: { type: 'terminal', name: 'x' }, input })).toBe(
    'Too late; the terminal was first',
  );
});
