import { describe, expect, test } from 'vitest';
import { toToolDecision } from '../core/interactions/interaction-definitions.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { needsOperator } from './answerer.ts';
import { readAnswer } from './read-answer.ts';
import { toHookReply } from './routes/hook-route.ts';

const asked = (kind: Interaction['kind'], input: Record<string, unknown> = {}): Interaction => ({
  id: 'i',
  session_id: '11111111-1111-4111-8111-111111111111',
  host: 'desk',
  kind,
  state: 'open',
  input,
  suggestions: [],
  opened_at: '2026-01-01T00:00:00.000Z',
  routes: ['hook'],
});
const QUESTIONS = {
  questions: [
    { question: 'Which db?', header: 'db', multiSelect: false, options: [{ label: 'A' }, { label: 'B' }] },
    {
      question: 'Which parts?',
      header: 'parts',
      multiSelect: true,
      options: [{ label: 'Auth' }, { label: 'Push' }],
    },
  ],
};
const RULE = { toolName: 'Bash', ruleContent: 'npm run *' };
const decide = (interaction: Interaction, body: object) =>
  toToolDecision(interaction, readAnswer(interaction, body));

describe('a permission', () => {
  const bash = asked('permission', { command: 'ls' });
  test.each([
    [{ decision: 'allow' }, { behavior: 'allow' }],
    [
      { decision: 'allow', input: { command: 'pwd' } },
      { behavior: 'allow', updatedInput: { command: 'pwd' } },
    ],
    [
      { decision: 'allow', apply: [{ type: 'addRules', destination: 'session' }] },
      { behavior: 'allow', updatedPermissions: [{ type: 'addRules', destination: 'session' }] },
    ],
    [
      { decision: 'deny', message: 'not now' },
      { behavior: 'deny', message: 'not now' },
    ],
    [
      { decision: 'deny', message: 'stop', interrupt: true },
      { behavior: 'deny', message: 'stop', interrupt: true },
    ],
  ])('%j', (body, expected) => expect(decide(bash, body)).toEqual(expected));

  test('a denial always has a reason: without one Claude would read about a hook', () => {
    expect(decide(bash, { decision: 'deny' })?.message).toMatch(/denied this/);
  });

  test.each([
    [{ decision: 'maybe' }],
    [{ decision: 'allow', message: 'x' }],
    [{ decision: 'deny', input: {} }],
    [{ decision: 'allow', inptu: {} }],
  ])('%j is refused', (body) => {
    expect(() => readAnswer(bash, body)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  test('a refusal names the field, on one line', () => {
    const allow = { decision: 'allow', inptu: {} };
    expect(() => readAnswer(bash, allow)).toThrow(
      'This is not a valid answer to a permission. Unknown field "inptu".',
    );
    const maybe = { decision: 'maybe' };
    expect(() => readAnswer(bash, maybe)).toThrow(
      /^This is not a valid answer to a permission\. decision: .*"deny"\.$/,
    );
  });

  test.each([
    [{ decision: 'allow' }, undefined],
    [{ decision: 'deny', message: 'x', interrupt: true }, undefined],
    [{ decision: 'allow', apply: [{ type: 'addRules', rules: [RULE], destination: 'session' }] }, undefined],
    [{ decision: 'allow', apply: [{ type: 'addRules', destination: 'session' }] }, /did not suggest/],
    [
      {
        decision: 'allow',
        apply: [{ type: 'addRules', rules: [{ toolName: 'Bash' }], destination: 'session' }],
      },
      /did not suggest/,
    ],
    [{ decision: 'allow', apply: [{ type: 'addRules', destination: 'userSettings' }] }, /beyond the session/],
    [{ decision: 'allow', apply: [{ type: 'setMode', destination: 'session' }] }, /mode/],
    [{ decision: 'allow', input: { command: 'x' } }, /editing/],
  ])('%j: what only an operator may do', (body, expected) => {
    const suggestions = [{ type: 'addRules', rules: [RULE], destination: 'localSettings' }];
    const reason = needsOperator({ suggestions }, readAnswer(bash, body));
    if (expected) expect(reason).toMatch(expected);
    else expect(reason).toBeUndefined();
  });
});

describe('a question', () => {
  const question = asked('question', QUESTIONS);
  test('answers, several labels and notes go back with the questions', () => {
    const body = {
      answers: { 'Which db?': 'my own', 'Which parts?': ['Auth', 'Push'] },
      notes: { 'Which db?': 'hm' },
    };
    expect(decide(question, body)).toEqual({
      behavior: 'allow',
      updatedInput: {
        ...QUESTIONS,
        answers: { 'Which db?': 'my own', 'Which parts?': 'Auth, Push' },
        annotations: { 'Which db?': { notes: 'hm' } },
      },
    });
  });
  test('a reply instead is a denial with a reason', () => {
    expect(decide(question, { reply: 'let us talk' })).toEqual({ behavior: 'deny', message: 'let us talk' });
  });
  test('one of several choices may be custom; an empty choice is not an answer', () => {
    const chosen = { 'Which parts?': ['Auth', 'Mail, soon'] };
    expect(decide(question, { answers: chosen })?.updatedInput?.['answers']).toEqual({
      'Which parts?': 'Auth, Mail, soon',
    });
    expect(decide(question, { answers: { 'Which parts?': [] } })?.updatedInput?.['answers']).toEqual({});
  });
  test('empty answers skip', () => {
    expect(decide(question, { answers: {} })).toMatchObject({
      behavior: 'allow',
      updatedInput: { answers: {} },
    });
  });
  test.each([
    [{ answers: { 'Which?': 'A' } }, /"Which\?" is not one of the questions/],
    [{ answers: { 'Which db?': ['A', 'B'] } }, /accepts one answer/],
    [{ answers: { 'Which parts?': ['Auth', 'Auth'] } }, /"Auth" is chosen twice/],
    [
      { answers: { 'Which parts?': ['Auth', 'Mail', 'Cache'] } },
      /"Mail", "Cache" .*"Which parts\?".*"Auth", "Push"/,
    ],
    [{ answers: {}, notes: { nothing: 'x' } }, /is not one of the questions/],
  ])('%j is refused by name', (body, message) => {
    expect(() => readAnswer(question, body)).toThrow(message);
  });
});

test('approves a plan with its input, into a mode, edited, or rejects it with a reason', () => {
  const plan = asked('plan', { plan: '# Plan', planFilePath: '/p.md' });
  expect(decide(plan, { decision: 'approve' })).toEqual({ behavior: 'allow', updatedInput: plan.input });
  expect(decide(plan, { decision: 'approve', mode: 'acceptEdits', plan: '# Better' })).toEqual({
    behavior: 'allow',
    updatedInput: { plan: '# Better', planFilePath: '/p.md' },
    updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
  });
  expect(decide(plan, { decision: 'reject', feedback: 'smaller' })).toEqual({
    behavior: 'deny',
    message: 'smaller',
  });
  expect(() => readAnswer(plan, { decision: 'reject', mode: 'auto' })).toThrow(/rejection/);
});

test('the reply of a held hook', () => {
  const bash = asked('permission', { command: 'ls' });
  expect(toHookReply(bash, readAnswer(bash, { decision: 'allow' }))).toEqual({
    hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
  });
  const form = asked('elicitation');
  expect(toHookReply(form, readAnswer(form, { action: 'accept', content: { name: 'Bob' } }))).toEqual({
    hookSpecificOutput: { hookEventName: 'Elicitation', action: 'accept', content: { name: 'Bob' } },
  });
});

test('checks a form against the request, by the name of the field', () => {
  const requested_schema = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer' } },
    required: ['name'],
  };
  const form = asked('elicitation', { mode: 'form', requested_schema });
  const accept = (content?: object) => readAnswer(form, { action: 'accept', ...(content && { content }) });
  expect(accept({ name: 'Bob' })).toMatchObject({ content: { name: 'Bob' } });
  for (const content of [undefined, {}, { age: 3 }]) expect(() => accept(content)).toThrow(/^name: /);
  expect(() => accept({ name: 'Bob', age: 'three' })).toThrow(/^age: /);
  expect(() => accept({ name: 'Bob', agge: 3 })).toThrow(/^agge: /);
  expect(() => readAnswer(form, { action: 'decline', content: { name: 'Bob' } })).toThrow(/accept/);
  expect(readAnswer(form, { action: 'cancel' })).toEqual({ kind: 'elicitation', action: 'cancel' });
});

test('fills in a form that needs nothing with nothing; a link has no form', () => {
  const optional = asked('elicitation', { mode: 'form', requested_schema: { properties: { a: {} } } });
  expect(readAnswer(optional, { action: 'accept' })).toMatchObject({ content: {} });
  const link = asked('elicitation', { mode: 'url', url: 'https://example.org' });
  expect(readAnswer(link, { action: 'accept' })).toEqual({ kind: 'elicitation', action: 'accept' });
  expect(() => readAnswer(link, { action: 'accept', content: { a: 1 } })).toThrow(/link/);
});
