import { expect, test } from 'vitest';
import { ResumePoint } from './resume-point.ts';

test('a message that was seen is not new', () => {
  const point = new ResumePoint('e.3');
  expect(['e.2', 'e.3', 'e.4', 'e.4', 'e.10', 'e.9'].map((id) => point.take(id, 'x'))).toEqual([
    ...[false, false, true, false, true, false],
  ]);
  expect(point.id).toBe('e.10');
});

test('one fact may arrive as two kinds of messages', () => {
  const point = new ResumePoint();
  expect([point.take('e.1', 'interaction_opened'), point.take('e.1', 'interactive_question')]).toEqual([
    ...[true, true],
  ]);
});

test('live-only messages have no id and do not move the point', () => {
  const point = new ResumePoint('e.1');
  expect(point.take(undefined, 'delta')).toBe(true);
  expect(point.id).toBe('e.1');
});

test('a message of another epoch is new, regardless of its position', () => {
  expect(new ResumePoint('a.9').take('b.1', 'x')).toBe(true);
});

test('after a reset everything is new, and the old id stays until another arrives', () => {
  const point = new ResumePoint('e.9');
  point.declareVoid();
  expect(point.id).toBe('e.9');
  expect([point.take('e.2', 'snapshot'), point.take('e.2', 'snapshot'), point.id]).toEqual([
    true,
    false,
    'e.2',
  ]);
});
