import { describe, expect, test } from 'vitest';
import type { Interaction } from '../../../protocol/interactions.ts';
import type { AnswerFlags } from './answer-flags.ts';
import { flagsToAnswer } from './flags-to-answer.ts';

const RULE = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'npm run *' }],
  behavior: 'allow',
  destination: 'localSettings',
};
const MODE = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };

function ask(kind: Interaction['kind'], facts: Partial<Interaction> = {}): Interaction {
  return {
    id: 'i1',
    session_id: 's1',
    host: 'desk',
    kind,
    state: 'open',
    input: {},
    suggestions: [],
    opened_at: '2026-01-01T00:00:00.000Z',
    routes: ['control'],
    ...facts,
  };
}

const PERMISSION = ask('permission', {
  tool_name: 'Bash',
  input: { command: 'ls', description: 'x' },
  suggestions: [RULE, MODE],
});
const ONE = ask('question', {
  input: { questions: [{ question: 'a=b?', header: 'h', options: [{ label: 'Yes' }, { label: '2' }] }] },
});
const TWO = ask('question', {
  input: {
    questions: [
      { question: 'Which?', header: 'w', options: [{ label: 'A' }, { label: 'B' }] },
      { question: 'Why?', multiSelect: true, options: [{ label: 'C' }, { label: 'D' }] },
    ],
  },
});
const PLAN = ask('plan', { input: { plan: 'x' } });
const FORM = ask('elicitation', {
  input: {
    requested_schema: {
      properties: {
        name: { type: 'string' },
        age: { type: 'integer' },
        is_new: { type: 'boolean' },
        size: { enum: ['s', 'm'], enumNames: ['Small', 'Medium'] },
        tags: { type: 'array', items: { enum: ['x', 'y'] } },
      },
      required: ['name'],
    },
  },
});
const LINK = ask('elicitation', { input: { url: 'https://x.test' } });

const files: Record<string, string> = { 'in.json': '{"command":"pwd"}', 'plan.md': 'new plan' };
const read = (interaction: Interaction, flags: AnswerFlags) =>
  flagsToAnswer(interaction, flags, (path) => files[path] ?? '');

describe('an answer', () => {
  test.each<[Interaction, AnswerFlags, object]>([
    [PERMISSION, { allow: true }, { decision: 'allow' }],
    [PERMISSION, { deny: true }, { decision: 'deny' }],
    [
      PERMISSION,
      { deny: true, message: 'no', interrupt: true },
      { decision: 'deny', message: 'no', interrupt: true },
    ],
    [
      PERMISSION,
      { allow: true, command: 'ls -l' },
      { decision: 'allow', input: { command: 'ls -l', description: 'x' } },
    ],
    [PERMISSION, { allow: true, input: '{"command":"x"}' }, { decision: 'allow', input: { command: 'x' } }],
    [PERMISSION, { allow: true, input: '@in.json' }, { decision: 'allow', input: { command: 'pwd' } }],
    [PERMISSION, { allow: true, apply: '1,2' }, { decision: 'allow', apply: [RULE, MODE] }],
    [
      PERMISSION,
      { allow: true, apply: '1', rule: 'npm test', to: 'session' },
      {
        decision: 'allow',
        apply: [{ ...RULE, rules: [{ toolName: 'Bash', ruleContent: 'npm test' }], destination: 'session' }],
      },
    ],
    [ONE, { answer: ['yes'] }, { answers: { 'a=b?': 'Yes' } }],
    [ONE, { answer: ['2'] }, { answers: { 'a=b?': '2' } }],
    [ONE, { answer: ['1'] }, { answers: { 'a=b?': 'Yes' } }],
    [ONE, { answer: ['a=b?=Yes'] }, { answers: { 'a=b?': 'Yes' } }],
    [ONE, { other: ['c=d'] }, { answers: { 'a=b?': { other: 'c=d' } } }],
    [ONE, { skip: true }, { answers: {} }],
    [ONE, { reply: 'think' }, { reply: 'think' }],
    [
      TWO,
      { answer: ['which?=b', '2=C', 'Why?=D'], other: ['2=E'], note: ['w=soon'] },
      { answers: { 'Which?': 'B', 'Why?': ['C', 'D', { other: 'E' }] }, notes: { 'Which?': 'soon' } },
    ],
    [TWO, { answer: ['Why?=C'] }, { answers: { 'Why?': 'C' } }],
    [PLAN, { approve: true }, { decision: 'approve' }],
    [
      PLAN,
      { approve: true, mode: 'manual', plan: '@plan.md' },
      { decision: 'approve', mode: 'default', plan: 'new plan' },
    ],
    [PLAN, { reject: true, feedback: 'smaller' }, { decision: 'reject', feedback: 'smaller' }],
    [
      FORM,
      { accept: true, content: ['name=Ann Lee', 'age=7', 'is_new=yes', 'size=medium', 'tags=x,y'] },
      { action: 'accept', content: { name: 'Ann Lee', age: 7, is_new: true, size: 'm', tags: ['x', 'y'] } },
    ],
    [
      FORM,
      { accept: true, content: ['{"name":"A"}', 'age=1'] },
      { action: 'accept', content: { name: 'A', age: 1 } },
    ],
    [FORM, { decline: true }, { action: 'decline' }],
    [FORM, { cancel: true }, { action: 'cancel' }],
    [LINK, { accept: true }, { action: 'accept' }],
  ])('to %j: %j', (interaction, flags, body) => {
    expect(read(interaction, flags)).toEqual(body);
  });
});

describe('refused with the flags that fit', () => {
  test.each<[Interaction, AnswerFlags, RegExp]>([
    [PERMISSION, {}, /This is a permission request. Choose an answer. Use --allow, --deny/],
    [PERMISSION, { answer: ['x'] }, /which --answer cannot answer/],
    [PERMISSION, { command: 'x' }, /Give one of --allow, --deny/],
    [PERMISSION, { allow: true, deny: true }, /--allow, --deny are mutually exclusive/],
    [PERMISSION, { deny: true, command: 'x' }, /--command goes with --allow/],
    [PERMISSION, { allow: true, message: 'x', interrupt: true }, /--message, --interrupt go with --deny/],
    [PERMISSION, { allow: true, rule: 'x' }, /--rule goes with --apply/],
    [
      PERMISSION,
      { allow: true, apply: '3' },
      /no suggestion 3. Claude suggests:\n {2}1 {2}also allow npm run \*/,
    ],
    [PERMISSION, { allow: true, apply: '0' }, /no suggestion 0/],
    [PERMISSION, { allow: true, apply: '2', rule: 'x' }, /that suggestion has none/],
    [PERMISSION, { allow: true, input: '[1]' }, /--input must be a JSON object/],
    [PERMISSION, { allow: true, input: '{}', command: 'x' }, /are mutually exclusive/],
    [ask('permission', { tool_name: 'Write' }), { allow: true, command: 'x' }, /Write has no command/],
    [ONE, { allow: true }, /This is a question, which --allow cannot answer. Use --answer, --other/],
    [ONE, { answer: ['no'] }, /"no" is not an option of "a=b\?". Use --other/],
    [ONE, { answer: ['Yes', '2'] }, /accepts one answer/],
    [ONE, { answer: ['Yes'], reply: 'x' }, /are mutually exclusive/],
    [TWO, { answer: ['A'] }, /does not name a question. Write --answer "1=…". Questions:\n {2}1 {2}Which\?/],
    [PLAN, { approve: true, feedback: 'x' }, /--feedback goes with --reject/],
    [PLAN, { reject: true, mode: 'auto' }, /--mode goes with --approve/],
    [PLAN, { approve: true, mode: 'yolo' }, /--mode must be one of default, acceptEdits, auto/],
    [FORM, { accept: true }, /The form requires --content name=…/],
    [FORM, { accept: true, content: ['name=a', 'age=old'] }, /age must be a whole number/],
    [FORM, { accept: true, content: ['nme=a'] }, /Fields of the form: name, age/],
    [FORM, { accept: true, content: ['name=a', 'size=xl'] }, /size must be one of: Small, Medium/],
    [FORM, { decline: true, content: ['name=a'] }, /--content goes with --accept/],
  ])('%#', (interaction, flags, words) => {
    expect(() => read(interaction, flags)).toThrow(words);
    expect(() => read(interaction, flags)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
