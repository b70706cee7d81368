import { describe, expect, test } from 'vitest';
import type { Dialog } from '../dialog.ts';
import { formSteps } from './form-steps.ts';
import { permissionSteps } from './permission-steps.ts';
import { planSteps } from './plan-steps.ts';
import { questionSteps } from './question-steps.ts';

/** A person who does these things in turn: picks a row by its label, ticks boxes first, types, edits; null goes back. */
type Act = { pick: string; tick?: readonly string[] } | { type: string } | { edit: string } | null;

function play(...acts: Act[]) {
  const said: string[] = [];
  const started: string[] = [];
  const next = () => {
    if (acts.length === 0) throw new Error('nothing more is scripted');
    return acts.shift() as Act;
  };
  const dialog: Dialog = {
    async choose({ choices, start = 0 }) {
      const act = next();
      started.push(choices[start]?.label ?? '');
      if (act === null) return undefined;
      if (!('pick' in act)) throw new Error(`a list is shown: ${choices.map(({ label }) => label)}`);
      const find = (label: string) => {
        const found =
          choices.find((one) => one.label === label) ?? choices.find((one) => one.label.startsWith(label));
        if (!found) throw new Error(`no "${label}" in ${choices.map((one) => one.label)}`);
        return found.value;
      };
      const kept = choices.filter(({ isTicked }) => isTicked).map(({ value }) => value);
      return { value: find(act.pick), ticked: [...kept, ...(act.tick ?? []).map(find)] };
    },
    async ask(title, initial) {
      const act = next();
      if (act === null) return undefined;
      if (!('type' in act)) throw new Error(`asked: ${title}`);
      return `${initial ?? ''}${act.type}`;
    },
    async edit(text) {
      const act = next();
      return act && 'edit' in act ? act.edit.replace('$&', text) : undefined;
    },
    say: (...lines) => void said.push(...lines),
  };
  return { dialog, said, started, rest: acts };
}

const RULE = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'npm ' }],
  behavior: 'allow',
  destination: 'localSettings',
};

describe('a permission', () => {
  const ask = { tool_name: 'Bash', input: { command: 'ls', description: 'x' }, suggestions: [RULE] };
  test.each<[string, Act[], object | undefined]>([
    ['allowed', [{ pick: 'Allow' }], { decision: 'allow' }],
    ['with a suggestion', [{ pick: 'Allow', tick: ['also allow'] }], { decision: 'allow', apply: [RULE] }],
    [
      'with a changed one',
      [{ pick: 'Change' }, { type: 'test' }, { pick: 'for this session' }, { pick: 'Allow' }],
      {
        decision: 'allow',
        apply: [{ ...RULE, rules: [{ toolName: 'Bash', ruleContent: 'npm test' }], destination: 'session' }],
      },
    ],
    [
      'edited',
      [{ pick: 'Edit' }, { edit: 'ls -l\n' }, { pick: 'Allow as edited' }],
      { decision: 'allow', input: { command: 'ls -l', description: 'x' } },
    ],
    ['an edit of nothing', [{ pick: 'Edit' }, { edit: '$&' }, { pick: 'Allow' }], { decision: 'allow' }],
    ['denied', [{ pick: 'Deny' }], { decision: 'deny' }],
    ['stopped', [{ pick: 'Deny and end' }], { decision: 'deny', interrupt: true }],
    [
      'denied with words after thinking twice',
      [{ pick: 'Deny with words' }, null, { pick: 'Deny with words' }, { type: 'no' }],
      { decision: 'deny', message: 'no' },
    ],
    ['left', [null], undefined],
  ])('%s', async (_name, acts, body) => {
    expect(await permissionSteps(ask, play(...acts).dialog, false)).toEqual(body);
  });

  test('Enter allows at once only what is not dangerous', async () => {
    const [calm, dangerous] = [play(null), play(null)];
    await permissionSteps(ask, calm.dialog, false);
    await permissionSteps(ask, dangerous.dialog, true);
    expect([calm.started, dangerous.started]).toEqual([['Allow'], ['Deny']]);
  });

  test('input that is no command is edited as JSON', async () => {
    const write = { tool_name: 'Write', input: { content: 'a' }, suggestions: [] };
    const wrong = play({ pick: 'Edit' }, { edit: 'oops' }, { pick: 'Allow' });
    expect(await permissionSteps(write, wrong.dialog, false)).toEqual({ decision: 'allow' });
    expect(wrong.said.join()).toContain('no JSON object');
    const right = play({ pick: 'Edit' }, { edit: '{"content":"b"}' }, { pick: 'Allow' });
    expect(await permissionSteps(write, right.dialog, false)).toEqual({
      decision: 'allow',
      input: { content: 'b' },
    });
  });
});

describe('questions', () => {
  const input = {
    questions: [
      { question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] },
      { question: 'Why?', multiSelect: true, options: [{ label: 'C' }, { label: 'D' }] },
    ],
  };
  test.each<[string, Act[], object | undefined]>([
    [
      'options',
      [{ pick: 'B' }, { pick: 'Done', tick: ['C', 'D'] }],
      { answers: { 'Which?': 'B', 'Why?': ['C', 'D'] } },
    ],
    [
      'own words and a note',
      [
        ...[{ pick: 'Add a note' }, { type: 'soon' }, { pick: 'Your own' }, { type: 'X' }],
        ...[{ pick: 'Your own', tick: ['C'] }, { type: 'Y' }, { pick: 'Done' }],
      ],
      { answers: { 'Which?': { other: 'X' }, 'Why?': ['C', { other: 'Y' }] }, notes: { 'Which?': 'soon' } },
    ],
    ['skipped', [{ pick: 'Skip' }, { pick: 'Skip' }], { answers: {} }],
    ['a reply', [{ pick: 'A' }, { pick: 'Say something' }, { type: 'wait' }], { reply: 'wait' }],
    ['going back', [{ pick: 'A' }, null, { pick: 'B' }, { pick: 'Skip' }], { answers: { 'Which?': 'B' } }],
    ['left', [null], undefined],
  ])('%s', async (_name, acts, body) => {
    expect(await questionSteps({ input }, play(...acts).dialog)).toEqual(body);
  });
});

test.each<[Act[], object | undefined]>([
  [[{ pick: 'Approve' }], { decision: 'approve' }],
  [[{ pick: 'Approve, and let' }], { decision: 'approve', mode: 'acceptEdits' }],
  [
    [{ pick: 'Edit' }, { edit: '$& more' }, { pick: 'Approve, and go' }],
    { decision: 'approve', mode: 'auto', plan: 'x more' },
  ],
  [[{ pick: 'Send' }, null, { pick: 'Send' }, { type: 'no' }], { decision: 'reject', feedback: 'no' }],
  [[null], undefined],
])('a plan %#', async (acts, body) => {
  expect(await planSteps({ input: { plan: 'x' } }, play(...acts).dialog)).toEqual(body);
});

describe('a form', () => {
  const properties = {
    name: { type: 'string', title: 'Your name' },
    age: { type: 'integer' },
    color: { enum: ['red', 'blue'] },
    tags: { type: 'array', items: { enum: ['x', 'y'] } },
    ok: { type: 'boolean' },
  };
  const input = { requested_schema: { properties, required: ['name', 'age'] } };

  test('is filled in field by field', async () => {
    const script = play(
      ...[{ pick: 'Fill' }, { type: 'Ann' }, { type: 'old' }, { type: '7' }, { pick: 'blue' }],
      ...[{ pick: 'Done', tick: ['y'] }, { pick: 'Leave it out' }],
    );
    expect(await formSteps({ input }, script.dialog)).toEqual({
      action: 'accept',
      content: { name: 'Ann', age: 7, color: 'blue', tags: ['y'] },
    });
    expect(script.said).toEqual(['age takes a whole number.']);
  });

  test.each<[Act[], object | undefined]>([
    [[{ pick: 'Decline' }], { action: 'decline' }],
    [[{ pick: 'Fill' }, null, { pick: 'Cancel' }], { action: 'cancel' }],
    [[null], undefined],
  ])('or not %#', async (acts, body) => {
    expect(await formSteps({ input }, play(...acts).dialog)).toEqual(body);
  });

  test('a link is accepted without content', async () => {
    const link = { input: { url: 'https://x.test' } };
    expect(await formSteps(link, play({ pick: 'I have followed' }).dialog)).toEqual({ action: 'accept' });
  });
});
