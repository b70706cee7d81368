import { expect, test } from 'vitest';
import type { Interaction } from '../protocol/interactions.ts';
import { describeRequest, waitsMessage } from './messages.ts';

const bash = (command: string, more: Partial<Interaction> = {}): Interaction => ({
  id: 'i1',
  session_id: 's1',
  host: 'desk',
  kind: 'permission',
  state: 'open',
  tool_name: 'Bash',
  input: { command, description: 'x' },
  suggestions: [],
  cwd: '/work/api',
  opened_at: '2026-01-01T00:00:00Z',
  routes: ['hook'],
  ...more,
});
const context = { titleOf: () => 'fix the test', mayAnswer: true, isNews: true };
const show = (waiting: Interaction[], more = {}) => waitsMessage('m1', waiting, { ...context, ...more });

test('shows a single request in full, and it can be decided if all of it is visible', () => {
  expect(show([bash('npm test')])).toMatchObject({
    title: 'fix the test',
    body: 'Run npm test',
    path: '/asks/i1',
    interaction_id: 'i1',
    actions: ['deny', 'allow'],
    waiting: 1,
  });
});

test.each([
  ['too long to be visible', bash(`echo ${'x'.repeat(150)}`)],
  ['of several lines', bash('npm test\nrm x')],
  ['dangerous', bash('rm -rf build')],
  ['flagged', bash('npm test', { flags: [{ code: 'touches_hub', message: 'x' }] })],
  [
    'with more to it than is shown',
    bash('npm test', { input: { command: 'npm test', dangerouslyDisableSandbox: true } }),
  ],
  ['not what it looks like', bash('npm test \u202e')],
  ['an edit', bash('', { tool_name: 'Write', input: { file_path: '/work/api/a', content: 'x' } })],
])('a request that is %s can only be denied there', (_, interaction) => {
  expect(show([interaction]).actions).toEqual(['deny', 'open']);
});

test('has no buttons for a viewer or for a request without yes or no', () => {
  expect(show([bash('npm test')], { mayAnswer: false }).actions).toBeUndefined();
  const question = bash('', { kind: 'question', input: { questions: [{ question: 'Which db?' }] } });
  expect(show([question])).toMatchObject({ body: 'Which db?' });
  expect(show([question]).actions).toBeUndefined();
});

test('several requests become one notification', () => {
  expect(show([bash('a'), bash('b', { id: 'i2', cwd: '/work/web' })])).toMatchObject({
    title: '2 requests are waiting for you',
    body: 'api, web',
    tag: 'waits',
    path: '/',
    waiting: 2,
  });
  expect(show([bash('a')], { isNews: false })).toMatchObject({ silent: true, tag: 'waits' });
});

test('every message fits the limit of a push service', () => {
  const message = show([bash('y'.repeat(100_000))]);
  expect(JSON.stringify(message).length).toBeLessThan(2000);
});

test('has a text for each kind', () => {
  expect(describeRequest(bash('', { kind: 'plan', input: {} }))).toBe('Claude has a plan');
  expect(describeRequest(bash('', { kind: 'elicitation', input: { message: 'Your name?' } }))).toBe(
    'Your name?',
  );
  expect(describeRequest(bash('', { kind: 'question', input: {} }))).toBe('Claude has a question');
});

test('spells out characters that hide or reorder text', () => {
  expect(show([bash('npm\u00a0test \u202e')]).body).toBe('Run npm<U+00A0>test <U+202E>');
  const question = bash('', { kind: 'question', input: { questions: [{ question: 'Which\u200b?' }] } });
  expect(describeRequest(question)).toBe('Which<U+200B>?');
});
