import { describe, expect, test } from 'vitest';
import { checkMessageBlocks, checkView } from '../../../test/slack/check-blocks.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { anInteraction, answeredBy } from '../slack-fixture.ts';
import { isErrors, isModal, type Modal, ModalValues } from './card-kind.ts';
import { actionIn, cardButtons, cardKindOf, requestCard } from './request-card.ts';

const labels = (interaction: Interaction) => cardButtons(interaction).map(({ text }) => text.text);
const words = (interaction: Interaction) => JSON.stringify(requestCard(interaction).blocks);

function press(interaction: Interaction, label: RegExp): object | undefined {
  const found = cardButtons(interaction).find(({ text }) => label.test(text.text));
  return cardKindOf(interaction).press(interaction, actionIn(found?.action_id ?? '') ?? '');
}

function open(interaction: Interaction, label: RegExp): Modal {
  const pressed = press(interaction, label);
  if (!pressed || !isModal(pressed)) throw new Error(`${label} opens no modal`);
  const { title, submit, blocks } = pressed;
  const text = (words: string) => ({ type: 'plain_text', text: words });
  expect(checkView({ type: 'modal', title: text(title), submit: text(submit), blocks })).toEqual([]);
  return pressed;
}

/** By block: a text, or the numbers of options. */
function submit(interaction: Interaction, { modal }: Modal, given: Record<string, string | number[]>) {
  const values = Object.entries(given).map(([block, value]) => [
    block,
    {
      input:
        typeof value === 'string'
          ? { value }
          : { selected_options: value.map((index) => ({ value: String(index) })) },
    },
  ]);
  return cardKindOf(interaction).submit(interaction, modal, new ModalValues(Object.fromEntries(values)));
}

const suggestion = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }],
  behavior: 'allow',
  destination: 'localSettings',
};
const question = (fields: object = {}) =>
  anInteraction({
    kind: 'question',
    tool_name: 'AskUserQuestion',
    input: {
      questions: [
        {
          question: 'Which db?',
          options: [{ label: 'SQLite', description: 'One file' }, { label: 'Postgres' }],
          ...fields,
        },
      ],
    },
  });
const form = (requested_schema: object) =>
  anInteraction({
    kind: 'elicitation',
    input: { mcp_server_name: 'tracker', message: 'Who?', mode: 'form', requested_schema },
  });

describe('a permission request', () => {
  test('shows the exact command, and offers what the request offers', () => {
    const interaction = anInteraction({
      input: { command: 'rm -rf /\u202e <!channel>' },
      suggestions: [suggestion],
    });
    expect(labels(interaction)).toEqual([
      'Allow',
      'Allow, and also allow npm test:* for you in this project',
      'Edit',
      'Deny',
      'Deny with a reason',
    ]);
    expect(words(interaction)).toContain('"rm -rf /<U+202E> <!channel>"');
    expect(words(interaction)).toContain('rich_text_preformatted');
    expect(words(interaction)).toMatch(/:warning:/);
    expect(press(interaction, /^Allow$/)).toEqual({ decision: 'allow' });
    expect(press(interaction, /^Allow, and/)).toEqual({ decision: 'allow', apply: [suggestion] });
    expect(cardKindOf(interaction).press(interaction, 'apply.7')).toBeUndefined();
    expect(cardKindOf(interaction).press(interaction, 'approve')).toBeUndefined();
  });

  test('shows the description of a command as a sentence, and a long one with the rest of the input', () => {
    const described = (description: string) =>
      words(anInteraction({ input: { command: 'npm test', description, timeout: 5 } }));
    expect(described('Run <all> tests')).toContain('"text":"Run &lt;all&gt; tests"');
    expect(described('Run <all> tests')).not.toContain('description');
    expect(described('Run <all> tests')).toContain('timeout');
    expect(described('x'.repeat(4000))).toContain('description');
    expect(described('x'.repeat(4000))).toContain('x'.repeat(2000));
  });

  test('is denied with a reason, and edited', () => {
    const interaction = anInteraction();
    expect(submit(interaction, open(interaction, /reason/), { reason: ' no ' })).toEqual({
      decision: 'deny',
      message: 'no',
    });
    expect(submit(interaction, open(interaction, /Edit/), { text: 'npm run test' })).toEqual({
      decision: 'allow',
      input: { command: 'npm run test' },
    });
    const other = anInteraction({ tool_name: 'mcp__a__b', input: { n: 1 } });
    expect(submit(other, open(other, /Edit/), { text: '{' })).toMatchObject({
      errors: { text: /Invalid JSON/ },
    });
  });

  test('masks secrets, which cannot be edited then', () => {
    const interaction = anInteraction({
      input: { command: 'curl -H "x: ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"' },
    });
    expect(words(interaction)).not.toContain('ghp_aaaa');
    expect(labels(interaction)).not.toContain('Edit');
  });

  test('cannot be approved if it does not fit', () => {
    const interaction = anInteraction({ input: { command: 'x'.repeat(20_000) } });
    const { blocks } = requestCard(interaction);
    expect(checkMessageBlocks(blocks)).toEqual([]);
    const offered = JSON.stringify(blocks.filter(({ type }) => type === 'actions'));
    expect(offered).toContain('reins.deny');
    expect(offered).not.toContain('reins.allow');
  });

  test('shows afterwards who decided, without buttons', () => {
    const interaction = anInteraction(answeredBy('Ada via slack', { decision: 'deny', message: 'use <b>' }));
    expect(words(interaction)).toContain('run npm test · denied by Ada via slack: use &lt;b&gt;');
    expect(words(interaction)).not.toContain('actions');
    expect(words(anInteraction({ state: 'withdrawn' }))).toContain('withdrawn by Claude');
    expect(words(anInteraction({ reopened: 1 }))).toContain('could not be delivered');
  });
});

test('a single choice is one tap, or another answer in a modal', () => {
  const interaction = question();
  expect(labels(interaction)).toEqual(['SQLite', 'Postgres', 'Other…', 'Skip']);
  expect(press(interaction, /Postgres/)).toEqual({ answers: { 'Which db?': 'Postgres' } });
  expect(press(interaction, /Skip/)).toEqual({ answers: {} });
  expect(submit(interaction, open(interaction, /Other/), { question_1_other: 'DuckDB' })).toEqual({
    answers: { 'Which db?': { other: 'DuckDB' } },
  });
});

test('a multiple choice with a custom answer, and many options as a menu', () => {
  const interaction = question({ multiSelect: true });
  expect(labels(interaction)).toEqual(['Answer…', 'Skip']);
  expect(
    submit(interaction, open(interaction, /Answer/), { question_1: [0, 1], question_1_other: 'Both' }),
  ).toEqual({
    answers: { 'Which db?': ['SQLite', 'Postgres', { other: 'Both' }] },
  });
  const many = question({
    options: Array.from({ length: 40 }, (_, index) => ({ label: `${index} ${'x'.repeat(90)}` })),
  });
  expect(labels(many)).toEqual(['Answer…', 'Skip']);
  expect(JSON.stringify(open(many, /Answer/))).toContain('static_select');
});

test('a plan is a file with approvals and feedback', () => {
  const interaction = anInteraction({ kind: 'plan', tool_name: 'ExitPlanMode', input: { plan: '# Do it' } });
  expect(cardKindOf(interaction).file?.(interaction)).toEqual({ name: 'plan.md', text: '# Do it' });
  expect(press(interaction, /^Approve$/)).toEqual({ decision: 'approve' });
  expect(press(interaction, /Accept edits/)).toEqual({ decision: 'approve', mode: 'acceptEdits' });
  expect(submit(interaction, open(interaction, /feedback/), { feedback: 'shorter' })).toEqual({
    decision: 'reject',
    feedback: 'shorter',
  });
});

test('a form is a modal whose values are checked', () => {
  const interaction = form({
    properties: {
      name: { type: 'string', title: 'Name' },
      age: { type: 'integer' },
      ok: { type: 'boolean', default: true },
      size: { type: 'string', enum: ['s', 'm'] },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    },
    required: ['name'],
  });
  const modal = open(interaction, /Fill/);
  expect(submit(interaction, modal, { field_1: 'Ada', field_2: 'x' })).toMatchObject({
    errors: { field_2: /whole number/ },
  });
  const missing = submit(interaction, modal, { field_2: '3' });
  expect(isErrors(missing) && Object.keys(missing.errors)).toEqual(['field_1']);
  expect(
    submit(interaction, modal, { field_1: 'Ada', field_2: '3', field_3: [1], field_4: [1], field_5: [0] }),
  ).toEqual({
    action: 'accept',
    content: { name: 'Ada', age: 3, ok: false, size: 'm', tags: ['a'] },
  });
  expect(press(interaction, /Decline/)).toEqual({ action: 'decline' });
  expect(press(form({ properties: {} }), /Accept/)).toEqual({ action: 'accept' });
});

test('every card fits into a message', () => {
  const cards = [
    anInteraction(),
    anInteraction({ input: { command: 'x\n'.repeat(2000) }, suggestions: Array(30).fill(suggestion) }),
    anInteraction({ tool_name: undefined, input: { screen: 'Do you want to proceed?' } }),
    question(),
    question({ multiSelect: true }),
    anInteraction({ kind: 'question', input: {} }),
    anInteraction({ kind: 'plan', input: { plan: '' } }),
    form({}),
    anInteraction({ kind: 'elicitation', input: { mode: 'url', url: 'https://a.example', message: '' } }),
    anInteraction(answeredBy('phone', { decision: 'allow' })),
  ];
  for (const interaction of cards) {
    const { text, blocks } = requestCard(interaction);
    expect([text !== '', checkMessageBlocks(blocks)]).toEqual([true, []]);
  }
});
