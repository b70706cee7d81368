import { expect, test } from 'vitest';
import type { Delivery } from '../../src/protocol/notify.ts';
import { aboutText, stateText, testVerdict } from './delivery-text.ts';

const delivery = (facts: Partial<Delivery>): Delivery => ({
  id: 'a',
  target: 'Phone',
  device_id: 'd',
  kind: 'needs_answer',
  at: '2026-01-01T00:00:00Z',
  state: 'shown',
  ...facts,
});

test('describes each state, with its reason if there is one', () => {
  expect(stateText(delivery({}))).toBe('shown');
  expect(stateText(delivery({ state: 'accepted' }))).toBe('accepted by the push service, not shown yet');
  expect(stateText(delivery({ state: 'failed', reason: 'it responded with status 500' }))).toBe(
    'failed: it responded with status 500',
  );
  expect(stateText(delivery({ state: 'sending' }))).toBe('sending');
  expect(stateText(delivery({ state: 'sending', reason: 'no answer' }))).toBe('retrying: no answer');
  const { device_id: _, ...webhook } = delivery({ state: 'accepted', target: 'webhook x' });
  expect(stateText(webhook)).toBe('delivered');
});

test('describes the subject', () => {
  expect(aboutText({ kind: 'needs_answer' })).toBe('Claude needs an answer');
  expect(aboutText({ kind: 'test' })).toBe('Test');
  expect(aboutText({ kind: 'answered' })).toBe('Request answered');
});

test('a test is finished once it was shown', () => {
  expect(testVerdict(delivery({ state: 'accepted' }))).toBeUndefined();
  expect(testVerdict(delivery({ state: 'clicked' }))).toBe('The notification was shown');
});
