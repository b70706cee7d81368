import { expect, test } from 'vitest';
import type { Draft } from './draft.ts';
import { event } from './event-fixture.ts';
import { isEqual, isSameFact } from './same-fact.ts';

const reported = event({
  type: 'tool_started',
  tool_use_id: 't',
  name: 'Bash',
  input: { a: 1, b: [2, { c: 3 }] },
});
const draft: Draft = {
  type: 'tool_started',
  source: 'hook',
  at: 1,
  key: 'tool:t',
  position: 7,
  observed: { cwd: '/' },
  tool_use_id: 't',
  name: 'Bash',
  input: { b: [2, { c: 3 }], a: 1 },
};

test('source, time and order of fields do not matter', () => {
  expect(isSameFact(reported, draft)).toBe(true);
  expect(isSameFact(reported, { ...draft, details: undefined } as Draft)).toBe(true);
});

test('the content matters', () => {
  expect(isSameFact(reported, { ...draft, name: 'Edit' } as Draft)).toBe(false);
  expect(isSameFact(reported, { ...draft, input: { a: 1, b: [2, { c: 4 }] } } as Draft)).toBe(false);
  expect(isSameFact(reported, { ...draft, more: 1 } as unknown as Draft)).toBe(false);
  expect(isSameFact({ ...reported, item: 'tool:t' }, draft)).toBe(false);
});

test('compares like JSON', () => {
  expect(isEqual([1, 2], { 0: 1, 1: 2 })).toBe(false);
  expect(isEqual({ a: undefined }, { b: 1 })).toBe(false);
  expect(isEqual(null, {})).toBe(false);
  expect(isEqual([], [])).toBe(true);
});
