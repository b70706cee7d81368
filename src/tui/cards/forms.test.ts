import { describe, expect, test } from 'vitest';
import { anInteraction, MAY, press, shown } from './card-fixture.ts';
import { ElicitationForm } from './elicitation-form.ts';
import { makeForm } from './make-form.ts';
import { PermissionForm } from './permission-form.ts';
import { PlanForm } from './plan-form.ts';
import { QuestionForm } from './question-form.ts';

const ENTER = '\r';
const ESC = '\u001b';
const DOWN = '\u001b[B';
const CLEAR = '\u0015';

test.each(['permission', 'question', 'plan', 'elicitation'] as const)(
  'q and m keep their meaning on a card: %s',
  (kind) => {
    const input = { plan: 'one', questions: [{ question: 'Which?', options: [{ label: 'This' }] }] };
    const form = makeForm(anInteraction({ kind, input, tool_name: 'Bash' }), '/work/api', MAY);
    for (const letter of ['q', 'm']) expect(press(form, letter)).toEqual({ kind: 'pass' });
  },
);

describe('permission', () => {
  const suggestion = {
    type: 'addRules',
    rules: [{ toolName: 'Bash', ruleContent: 'npm run *' }],
    behavior: 'allow',
    destination: 'localSettings',
  };
  const interaction = anInteraction({
    tool_name: 'Bash',
    input: { command: 'npm run build' },
    suggestions: [suggestion],
  });
  const form = (may: { answer: boolean; change: boolean } = MAY) =>
    new PermissionForm(interaction, '/work/api', may);

  test('allow, deny, deny and stop', () => {
    expect(press(form(), 'a')).toEqual({ kind: 'yes', body: { decision: 'allow' } });
    expect(press(form(), 'd')).toEqual({ kind: 'no', body: { decision: 'deny' } });
    expect(press(form(), 'x')).toEqual({ kind: 'no', body: { decision: 'deny', interrupt: true } });
  });

  test('shows characters that hide or reorder text, and no escape sequence reaches the terminal', () => {
    const sly = anInteraction({ tool_name: 'Bash', input: { command: 'ls \u001b]0;rm x\u0007\u202e' } });
    expect(shown(new PermissionForm(sly, '/work/api', MAY))).toContain('ls <U+001B>]0;rm x<U+0007><U+202E>');
  });

  test('an edit is shown before it is allowed, and can be undone', () => {
    const edited = form();
    press(edited, 'e', CLEAR, 'rm -rf build', ENTER);
    expect(shown(edited)).toMatch(/^rm -rf build\nedited by you\n/);
    expect(edited.dangers).toEqual(['Deletes folders and everything in them.']);
    expect(press(edited, 'a')).toEqual({
      kind: 'yes',
      body: { decision: 'allow', input: { command: 'rm -rf build' } },
    });
    press(edited, 'u');
    expect(press(edited, 'a')).toEqual({ kind: 'yes', body: { decision: 'allow' } });
    press(edited, 'e', 'x', ESC);
    expect(shown(edited)).toMatch(/^npm run build\n/);
  });

  test('a suggestion is ticked, edited and applied in another scope', () => {
    const one = form();
    expect(shown(one)).toContain('[ ] 1 also allow npm run * for you in this project');
    press(one, '1', 'r', CLEAR, 'npm test', ENTER, 'p');
    expect(shown(one)).toContain('[x] 1 also allow npm test for everyone in this project');
    expect(press(one, 'a')).toMatchObject({
      body: { apply: [{ rules: [{ ruleContent: 'npm test' }], destination: 'projectSettings' }] },
    });
    press(one, '1');
    expect(press(one, 'a')).toEqual({ kind: 'yes', body: { decision: 'allow' } });
  });

  test('denies with a reason and stops the turn', () => {
    const body = { decision: 'deny', message: 'use a branch', interrupt: true };
    expect(press(form(), 'w', 'use a branch', '\t', ENTER)).toEqual({ kind: 'no', body });
  });

  test('an approver cannot edit or accept what outlives the session', () => {
    const approver = form({ answer: true, change: false });
    expect(press(approver, 'e')).toEqual({ kind: 'pass' });
    expect(shown(approver)).not.toContain('also allow');
  });
});

describe('question', () => {
  const questions = [
    { question: 'Which db?', options: [{ label: 'Postgres' }, { label: 'SQLite' }] },
    { question: 'Which features?', multiSelect: true, options: [{ label: 'Auth' }, { label: 'Push' }] },
  ];
  const form = () => new QuestionForm(anInteraction({ kind: 'question', input: { questions } }));

  test('step by step, with a custom answer and a note', () => {
    const one = form();
    press(one, DOWN, ENTER, '1', 'o', 'Fax', ENTER, 'n', 'soon', ENTER);
    expect(press(one, 'a')).toEqual({
      kind: 'yes',
      body: {
        answers: { 'Which db?': 'SQLite', 'Which features?': ['Auth', { other: 'Fax' }] },
        notes: { 'Which features?': 'soon' },
      },
    });
  });

  test('skips one of several questions and keeps the other answers', () => {
    const RIGHT = '\u001b[C';
    expect(press(form(), RIGHT, '1', 'a')).toEqual({
      kind: 'yes',
      body: { answers: { 'Which features?': ['Auth'] } },
    });
    expect(press(form(), ENTER, '2', RIGHT)).toEqual({
      kind: 'yes',
      body: { answers: { 'Which db?': 'Postgres' } },
    });
  });

  test('back, skip, reply instead; nothing is sent without an answer', () => {
    const one = form();
    expect(press(one, 'a')).toEqual({ kind: 'none' });
    press(one, '1', 'a');
    expect(shown(one)).toContain('Which features?');
    press(one, 'b');
    expect(shown(one)).toContain('(x) 1 Postgres');
    expect(press(form(), 's')).toEqual({ kind: 'no', body: { answers: {} } });
    expect(press(form(), 'r', 'you decide', ENTER)).toEqual({ kind: 'no', body: { reply: 'you decide' } });
  });
});

describe('plan', () => {
  const form = () =>
    new PlanForm(anInteraction({ kind: 'plan', input: { plan: '# Plan\n\n1. drop\n2. make' } }), MAY);

  test('approved with a mode and edits', () => {
    expect(press(form(), '\t', '\t', 'a')).toEqual({
      kind: 'yes',
      body: { decision: 'approve', mode: 'acceptEdits' },
    });
    expect(press(form(), 'e', '\n3. test', ENTER, 'a')).toEqual({
      kind: 'yes',
      body: { decision: 'approve', plan: '# Plan\n\n1. drop\n2. make\n3. test' },
    });
  });

  test('rejected with feedback, and with comments on lines', () => {
    expect(press(form(), 'w', 'shorter', ENTER)).toEqual({
      kind: 'no',
      body: { decision: 'reject', feedback: 'shorter' },
    });
    const quoted = form();
    press(quoted, 'n', DOWN, DOWN, ENTER, 'keep a copy', ENTER);
    expect(press(quoted, 'd')).toMatchObject({ body: { feedback: '> 1. drop\nkeep a copy' } });
  });
});

describe('form of an MCP server', () => {
  const requested_schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      age: { type: 'integer' },
      ok: { type: 'boolean' },
      size: { enum: ['S', 'M'] },
    },
    required: ['name'],
  };
  const form = () =>
    new ElicitationForm(anInteraction({ kind: 'elicitation', input: { message: 'Who?', requested_schema } }));

  test('shows missing and invalid values at their field', () => {
    const one = form();
    expect(press(one, 'a')).toEqual({ kind: 'none' });
    expect(shown(one)).toMatch(/> name: ·\n {4}! name: is required/);
    press(one, ENTER, 'Ann', ENTER, ENTER, 'old', ENTER);
    expect(press(one, 'a')).toEqual({ kind: 'none' });
    expect(shown(one)).toContain('must be a whole number');
  });

  test('sends the content', () => {
    const one = form();
    press(one, ENTER, 'Ann', ENTER, ENTER, '7', ENTER, ' ', DOWN, ENTER);
    const content = { name: 'Ann', age: 7, ok: true, size: 'S' };
    expect(press(one, 'a')).toEqual({ kind: 'yes', body: { action: 'accept', content } });
    expect(press(form(), 'd')).toEqual({ kind: 'no', body: { action: 'decline' } });
    expect(press(form(), 'x')).toEqual({ kind: 'no', body: { action: 'cancel' } });
  });
});

/** What the next form of the same request gets, after it was stored as text. */
const stored = (form: { draft(): object | undefined }) => JSON.parse(JSON.stringify(form.draft() ?? null));

describe('drafts', () => {
  const plan = (text: string) => new PlanForm(anInteraction({ kind: 'plan', input: { plan: text } }), MAY);
  const asked = anInteraction({
    kind: 'question',
    input: {
      questions: [
        { question: 'Which?', multiSelect: false, options: [{ label: 'A' }, { label: 'B' }] },
        { question: 'Why?', multiSelect: true, options: [{ label: 'C' }, { label: 'D' }] },
      ],
    },
  });

  test('comments on a plan, its edit and an open comment survive; those of another plan do not', () => {
    const first = plan('one\ntwo');
    expect(first.draft()).toBeUndefined();
    press(first, 'n', DOWN, ENTER, 'too long', ENTER, 'k', ENTER, 'half a com');
    const next = plan('one\ntwo');
    next.restore(stored(first));
    expect(next.editor?.text).toBe('half a com');
    press(next, 'ment', ENTER);
    expect(press(next, 'd')).toMatchObject({
      body: { feedback: expect.stringMatching(/half a comment[\s\S]*too long/) },
    });
    const other = plan('another');
    other.restore(stored(first));
    expect(other.draft()).toBeUndefined();
  });

  test('half-answered questions survive', () => {
    const first = new QuestionForm(asked);
    expect(first.draft()).toBeUndefined();
    press(first, '2', 'a', '1', 'n', 'a note');
    const next = new QuestionForm(asked);
    next.restore(stored(first));
    expect(shown(next)).toMatch(/question 2 of 2[\s\S]*\[x\] 1 C/);
    expect(next.editor?.text).toBe('a note');
    press(next, ENTER);
    expect(press(next, 'a')).toMatchObject({ body: { answers: { 'Which?': 'B', 'Why?': ['C'] } } });
  });

  test('a damaged draft is ignored', () => {
    for (const draft of [undefined, null, 7, {}, { drafts: [] }, { comments: [[0]] }]) {
      const question = new QuestionForm(asked);
      question.restore(draft);
      expect(question.draft()).toBeUndefined();
      const form = plan('one');
      form.restore(draft);
      expect(form.draft()).toBeUndefined();
    }
  });
});
