import { expect, test } from 'vitest';
import type { Delivery } from '../../src/protocol/notify.ts';
import { aboutWords, stateWords, testVerdict } from './delivery-words.ts';

const delivery = (facts: Partial<Delivery>): Delivery => ({
  id: 'a',
  target: 'Phone',
  device_id: 'd',
  kind: 'needs_answer',
  at: '2026-01-01T00:00:00Z',
  state: 'shown',
  ...facts,
});

test('each state in words, with the reason where there is one', () => {
  expect(stateWords(delivery({}))).toBe('shown');
  expect(stateWords(delivery({ state: 'accepted' }))).toBe('taken by the push service, not shown yet');
  expect(stateWords(delivery({ state: 'failed', reason: 'it answered with status 500' }))).toBe(
    'failed: it answered with status 500',
  );
  expect(stateWords(delivery({ state: 'sending' }))).toBe('on its way');
  expect(stateWords(delivery({ state: 'sending', reason: 'no answer' }))).toBe('tried again soon: no answer');
  const { device_id: _, ...webhook } = delivery({ state: 'accepted', target: 'webhook x' });
  expect(stateWords(webhook)).toBe('delivered');
});

test('what it was about', () => {
  expect(aboutWords({ kind: 'needs_answer' })).toBe('Claude needs an answer');
  expect(aboutWords({ kind: 'test' })).toBe('A test');
  expect(aboutWords({ kind: 'answered' })).toBe('What waited was answered');
});

test('a test is over when it was shown', () => {
  expect(testVerdict(delivery({ state: 'accepted' }))).toBeUndefined();
  expect(testVerdict(delivery({ state: 'clicked' }))).toBe('It was shown.');
});
