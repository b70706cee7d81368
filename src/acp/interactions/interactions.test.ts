/** Each kind of request, answered step by step by a person at an editor. */
import type { CreateElicitationResponse, ElicitationSchema } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { askForm } from './ask-form.ts';
import { aboutPermission, askPermission, permissionChoices } from './ask-permission.ts';
import { askPlan } from './ask-plan.ts';
import { askQuestions } from './ask-questions.ts';
import type { Choice, EditorDialog } from './editor-dialog.ts';

/**
 * Chooses the options with the given prefixes, one after the other; `words` are the texts given when
 * requested.
 */
function person(choices: (string | undefined)[], words: string[] = []) {
  const seen: string[][] = [];
  const hints: string[] = [];
  const dialog: EditorDialog = {
    async choose(_shown, offered) {
      seen.push(offered.map(({ name }) => name));
      const wanted = choices.shift();
      return wanted === undefined ? undefined : offered.find(({ name }) => name.startsWith(wanted))?.id;
    },
    async words(hint) {
      hints.push(hint);
      return words.shift() ?? '';
    },
  };
  return { dialog, seen, hints };
}

function writer(response: CreateElicitationResponse) {
  const schemas: ElicitationSchema[] = [];
  const dialog: EditorDialog = {
    ...person([]).dialog,
    async fill(_message, schema) {
      schemas.push(schema);
      return response;
    },
  };
  return { dialog, schemas };
}

const rule = {
  ...{ type: 'addRules', behavior: 'allow', destination: 'localSettings' },
  rules: [{ toolName: 'Bash', ruleContent: 'npm test' }],
};
const permission = {
  kind: 'permission' as const,
  tool_name: 'Bash',
  input: { command: 'npm test' },
  suggestions: [rule, 'nonsense'],
};

test('hidden characters in a command are shown in the dialog', () => {
  const text = aboutPermission({
    ...permission,
    input: { command: 'npm test\u202e\u200b', other: '\u001b[2J' },
  });
  expect(text).toContain('npm test<U+202E><U+200B>');
  expect(text).toContain('<U+001B>[2J');
});

test('a permission: allowed once, allowed with a suggestion, denied, denied with a reason, dismissed', async () => {
  const ask = (choice: string | undefined, ...words: string[]) =>
    askPermission(permission, person([choice], words).dialog);
  expect(permissionChoices(permission).map(({ name, kind }) => [name, kind])).toEqual([
    ['Allow', 'allow_once'],
    ['Allow, and also allow npm test for you in this project', 'allow_always'],
    ['Deny', 'reject_once'],
    ['Deny with a reason', 'reject_once'],
  ]);
  expect(await ask('Allow')).toEqual({ decision: 'allow' });
  expect(await ask('Allow, and also')).toEqual({ decision: 'allow', apply: [rule] });
  expect(await ask('Deny')).toEqual({ decision: 'deny' });
  expect(await ask('Deny with', 'use a branch')).toEqual({ decision: 'deny', message: 'use a branch' });
  expect(await ask(undefined)).toBeUndefined();
});

test.each(['apply:1', 'apply:7', 'apply:x', 'something'])(
  'an option that was not offered (%s) grants nothing',
  async (id) => {
    const dialog: EditorDialog = { ...person([]).dialog, choose: async () => id };
    expect(await askPermission(permission, dialog)).toEqual({ decision: 'deny' });
  },
);

test('shows the whole command and its dangers', () => {
  const text = aboutPermission({ ...permission, input: { command: 'cd /\nrm -rf *' } });
  expect(text).toContain('cd /\nrm -rf *');
  expect(text).toContain('**Careful:**');
});

test('shows the whole input above the options, unless the call shows it as a diff', () => {
  const about = (tool_name: string, input: Record<string, unknown>) =>
    aboutPermission({ ...permission, tool_name, input });
  expect(about('mcp__db__query', { sql: 'drop table users' })).toContain('"sql": "drop table users"');
  const command = about('Bash', { command: 'ls', description: 'Look', dangerouslyDisableSandbox: true });
  expect(command).toContain('"dangerouslyDisableSandbox": true');
  expect(command).not.toContain('Look');
  expect(about('Write', { file_path: '/work/a.txt', content: 'secret' })).not.toContain('secret');
});

test('a plan: approved with a mode, rejected with or without feedback', async () => {
  const ask = (choice: string, ...words: string[]) => askPlan(person([choice], words).dialog);
  expect(await ask('Approve and continue in Manual')).toEqual({ decision: 'approve', mode: 'default' });
  expect(await ask('Approve and continue in Accept edits')).toEqual({
    decision: 'approve',
    mode: 'acceptEdits',
  });
  expect(await ask('Keep planning')).toEqual({ decision: 'reject' });
  expect(await ask('Keep planning with', 'shorter')).toEqual({ decision: 'reject', feedback: 'shorter' });
});

const option = (label: string) => ({ label, description: `about ${label}` });
const questions = {
  input: {
    questions: [
      {
        question: 'Which db?',
        header: 'DB',
        multiSelect: false,
        options: [option('SQLite'), option('Postgres')],
      },
      { question: 'Which parts?', multiSelect: true, options: [option('Auth'), option('Mail')] },
    ],
  },
};

test('questions as choices: selected, deselected, custom answer, skipped', async () => {
  const ticking = person(['Postgres', '[ ] Auth', '[ ] Mail', '[x] Auth', 'Done: Mail']);
  expect(await askQuestions(questions, ticking.dialog)).toEqual({
    answers: { 'Which db?': 'Postgres', 'Which parts?': ['Mail'] },
  });
  const reporting = person(['Something else', '[ ] Auth', 'Something else'], ['DuckDB', 'Fax']);
  expect(await askQuestions(questions, reporting.dialog)).toEqual({
    answers: { 'Which db?': { other: 'DuckDB' }, 'Which parts?': ['Auth', { other: 'Fax' }] },
  });
  expect(reporting.hints[0]).toContain('Which db?');
  expect(await askQuestions(questions, person(['Skip', 'Done']).dialog)).toEqual({ answers: {} });
  expect(await askQuestions(questions, person(['SQLite', undefined]).dialog)).toBeUndefined();
});

/** Editors that approve automatically choose the first option of a kind, again and again. */
const automatic = (pick: (offered: readonly Choice[]) => Choice | undefined) => {
  let requests = 0;
  const dialog: EditorDialog = {
    ...person([]).dialog,
    async choose(_shown, offered) {
      requests += 1;
      if (requests > 1000) throw new Error('asked for ever');
      return pick(offered)?.id;
    },
  };
  return { dialog, requests: () => requests };
};

test('an editor that always approves answers questions with the first option', async () => {
  const editor = automatic((offered) => offered.find(({ kind }) => kind === 'allow_once'));
  expect(await askQuestions(questions, editor.dialog)).toEqual({
    answers: { 'Which db?': 'SQLite', 'Which parts?': ['Auth'] },
  });
  expect(editor.requests()).toBe(3);
});

test('an editor that selects and deselects without an end leaves the question to other clients', async () => {
  const editor = automatic((offered) => offered.find(({ name }) => /^\[.\] Auth|SQLite/.test(name)));
  expect(await askQuestions(questions, editor.dialog)).toBeUndefined();
  expect(editor.requests()).toBeLessThan(50);
});

test('questions as a form: choices, custom answer, declined, closed', async () => {
  const filled = writer({
    action: 'accept',
    content: {
      question_1: 'SQLite',
      question_1_other: ' DuckDB ',
      question_2: ['Auth'],
      question_2_other: 'Fax',
    },
  });
  expect(await askQuestions(questions, filled.dialog)).toEqual({
    answers: { 'Which db?': { other: 'DuckDB' }, 'Which parts?': ['Auth', { other: 'Fax' }] },
  });
  expect(filled.schemas[0]?.properties).toMatchObject({
    question_1: { type: 'string', title: 'DB', oneOf: [{ const: 'SQLite' }, { const: 'Postgres' }] },
    question_1_other: { type: 'string' },
    question_2: { type: 'array', items: { anyOf: [{ const: 'Auth' }, { const: 'Mail' }] } },
  });
  const blank = writer({ action: 'accept', content: { question_1_other: ' ', question_2: [] } });
  expect(await askQuestions(questions, blank.dialog)).toEqual({ answers: {} });
  expect(await askQuestions(questions, writer({ action: 'decline' }).dialog)).toEqual({ answers: {} });
  expect(await askQuestions(questions, writer({ action: 'cancel' }).dialog)).toBeUndefined();
});

const form = {
  kind: 'elicitation' as const,
  input: {
    mcp_server_name: 'asking',
    message: 'Who are you?',
    requested_schema: {
      type: 'object',
      properties: { name: { type: 'string', minLength: 2 }, age: { type: 'integer' } },
      required: ['name'],
    },
  },
};

test('a form of an MCP server: passed on if the editor supports forms', async () => {
  const filled = writer({ action: 'accept', content: { name: 'Ada' } });
  expect(await askForm(form, filled.dialog)).toEqual({ action: 'accept', content: { name: 'Ada' } });
  expect(filled.schemas).toEqual([form.input.requested_schema]);
  expect(await askForm(form, writer({ action: 'cancel' }).dialog)).toEqual({ action: 'cancel' });
});

test('a form of an MCP server as text: repeated until the answer is valid', async () => {
  const trying = person(['Fill', 'Fill', 'Fill'], ['who: me', 'name: A', 'name: Ada\nage: 36']);
  expect(await askForm(form, trying.dialog)).toEqual({ action: 'accept', content: { name: 'Ada', age: 36 } });
  expect(trying.hints[1]).toContain('"who: me" is not a field');
  expect(trying.hints[2]).toContain('at least 2 characters');
  expect(await askForm(form, person(['Decline']).dialog)).toEqual({ action: 'decline' });
  expect(await askForm(form, person([undefined]).dialog)).toBeUndefined();
});

test('shows a link before it is accepted', async () => {
  const link = {
    kind: 'elicitation' as const,
    input: { mode: 'url', message: 'Log in', url: 'https://a.example' },
  };
  expect(await askForm(link, person(['Accept']).dialog)).toEqual({ action: 'accept' });
  const open = async () => ({ action: 'decline' as const });
  expect(await askForm(link, { ...person([]).dialog, open })).toEqual({ action: 'decline' });
});
