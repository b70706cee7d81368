/** Dialogs of the real Claude Code answered with keys, proven by the model's input. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { PendingInteraction, Run, RunDialogs, RunOrder } from '../../../src/drivers/driver.ts';
import type { Decision } from '../../../src/protocol/answers.ts';
import { Gate } from '../../../stage/gate.ts';
import { waitUntil } from '../../../stage/patience.ts';
import { call, hold, say, scene, type ToolInput } from '../../../stage/screenplay.ts';
import type { Stage } from '../../../stage/stage.ts';
import { stageTest } from '../../stage-test.ts';
import { openTmuxStage, pressKeys, text, waitForScreen } from './tmux-stage.ts';

const DB = {
  question: 'Which db?',
  header: 'DB',
  multiSelect: false,
  options: [
    { label: 'Postgres', description: 'big' },
    { label: 'MongoDB', description: 'docs' },
  ],
};
const FEATURES = {
  question: 'Which features?',
  header: 'Features',
  multiSelect: true,
  options: [
    { label: 'Auth', description: 'who is it' },
    { label: 'Push', description: 'news' },
    { label: 'Search', description: 'find things' },
  ],
};
const LAYOUT = {
  question: 'Which layout?',
  header: 'Layout',
  multiSelect: false,
  options: [
    { label: 'Left', description: 'a', preview: '+--+----+\n|  |    |\n+--+----+' },
    { label: 'Top', description: 'b', preview: '+-------+\n+-------+\n|       |' },
  ],
};

const ACCEPT_EDITS = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };

interface Shown {
  readonly dialogs: RunDialogs;
  readonly interaction: PendingInteraction;
  /** The result of the call that the model received, once it has. */
  result(): Promise<{ text: string; isError: boolean }>;
}

/** Starts Claude Code. `show` lets it make a call that needs a person, and waits until its dialog is on the screen. */
async function begin(stage: Stage, order: Partial<RunOrder> = {}) {
  const tmux = openTmuxStage(stage);
  const run = await tmux.start(order);
  let count = 0;
  return {
    tmux,
    run,
    async show(
      tool: string,
      input: ToolInput,
      suggestions: PendingInteraction['suggestions'] = [],
    ): Promise<Shown> {
      const prompt = `do it ${++count}`;
      stage.play(scene(prompt, [call(tool, input)], [say(`Did it ${count}.`)]));
      await run.deliver(text(prompt));
      const kind = tool === 'AskUserQuestion' ? 'question' : 'permission';
      return shown(stage, run, { kind, tool_name: tool, input: { ...input }, suggestions });
    },
    /** Waits until the turn of the last call has ended. */
    isDone: () => waitForScreen(run, new RegExp(`Did it ${count}\\.`)),
  };
}

async function shown(stage: Stage, run: Run, interaction: PendingInteraction): Promise<Shown> {
  const { dialogs } = run;
  if (!dialogs) throw new Error('no dialogs');
  const explain = async () => (await run.screen()).text;
  await waitUntil('the dialog', () => dialogs.shows(interaction), { explain });
  const before = stage.requests.length;
  const result = () =>
    waitUntil('the model to receive it', () => stage.requests[before]?.hearing.toolResults.at(-1), {
      explain,
    });
  return { dialogs, interaction, result };
}

const permission = (decision: Omit<Decision & { kind: 'permission' }, 'kind'>): Decision => ({
  kind: 'permission',
  ...decision,
});
const answers = (given: Record<string, string | string[]>, notes?: Record<string, string>): Decision => ({
  kind: 'question',
  answers: given,
  ...(notes && { notes }),
});

const TOUCH = { command: 'touch made.txt', description: 'Make a file' };

type Begun = Awaited<ReturnType<typeof begin>>;

/** It is answered once; a draft in the input box is unchanged. */
async function answerBesideDraft(stage: Stage, { tmux, run }: Begun): Promise<void> {
  const gate = new Gate();
  stage.play(scene('do it', [say('Well.'), hold(gate), call('Bash', TOUCH)], [say('All done.')]));
  await run.deliver(text('do it'));
  await waitForScreen(run, /Well\./);
  await pressKeys(stage, tmux, run, '-l', 'half a thought');
  await waitForScreen(run, /half a thought/);
  gate.open();
  const { dialogs, interaction, result } = await shown(stage, run, {
    ...{ kind: 'permission', tool_name: 'Bash', input: TOUCH, suggestions: [] },
  });
  expect(await dialogs.refusal(interaction, permission({ decision: 'allow' }))).toBeUndefined();
  expect(await dialogs.answer(interaction, permission({ decision: 'allow' }))).toBe(true);
  expect((await result()).isError).toBe(false);
  expect(existsSync(join(stage.project, 'made.txt'))).toBe(true);
  await waitForScreen(run, /All done/);
  await waitUntil('the draft', async () => (await run.draft()) === 'half a thought');
  await pressKeys(stage, tmux, run, 'C-u');
  await waitUntil('no draft', async () => (await run.draft()) === undefined);
}

/** It is left alone for another request; it is denied with a reason, or with an interrupt. */
async function denyOnlyTheRightOne(stage: Stage, { run, show, isDone }: Begun): Promise<void> {
  const input = { command: 'touch denied.txt', description: 'Make a file' };
  const first = await show('Bash', input);
  // Animations around the dialog are Claude Code's own business.
  const options = async () =>
    (await run.screen()).text.split('\n').filter((line) => /^.{0,4}[❯ ] \d\. /.test(line));
  const before = await options();
  expect(before.length).toBeGreaterThan(1);
  const other = { ...first.interaction, input: { ...input, command: 'touch other.txt' } };
  expect(await first.dialogs.refusal(other, permission({ decision: 'allow' }))).toMatch(/does not show/);
  expect(await first.dialogs.answer(other, permission({ decision: 'allow' }))).toBe(false);
  expect(await first.dialogs.answer({ ...first.interaction, kind: 'question' }, answers({}))).toBe(false);
  expect(await options()).toEqual(before);

  const message = 'Use a folder instead:\n1. make it\n2. say "done" — and nothing else';
  const denial = permission({ decision: 'deny', message });
  expect(await first.dialogs.answer(first.interaction, denial)).toBe(true);
  expect(await first.result()).toMatchObject({ isError: true, text: expect.stringContaining(message) });
  await isDone();

  const second = await show('Bash', input);
  const requests = stage.requests.length;
  const ending = permission({ decision: 'deny', interrupt: true });
  expect(await second.dialogs.answer(second.interaction, ending)).toBe(true);
  await waitForScreen(run, /Interrupted/);
  expect(stage.requests).toHaveLength(requests);
  expect(existsSync(join(stage.project, 'denied.txt'))).toBe(false);
  // The next prompt reaches the model with the result of the interrupted call, and continues its scene.
  await run.deliver(text('stand by'));
  await isDone();
}

/** A file change is recognized by its lines. */
async function recognizeChange(stage: Stage, { run }: Begun): Promise<void> {
  const file_path = join(stage.project, 'e.txt');
  writeFileSync(file_path, 'one\nand more\n');
  const input = { file_path, old_string: 'one', new_string: 'two' };
  stage.play(scene('change it', [call('Read', { file_path })], [call('Edit', input)], [say('Changed it.')]));
  await run.deliver(text('change it'));
  const { dialogs, interaction } = await shown(stage, run, {
    ...{ kind: 'permission', tool_name: 'Edit', input, suggestions: [] },
  });
  expect(await dialogs.shows({ ...interaction, input: { ...input, new_string: 'three' } })).toBe(false);
  expect(await dialogs.answer(interaction, permission({ decision: 'allow' }))).toBe(true);
  await waitForScreen(run, /Changed it\./);
}

/** A suggestion is applied with the row for it. */
async function applySuggestion(stage: Stage, { run, show }: Begun): Promise<void> {
  const input = { file_path: join(stage.project, 'a.txt'), content: 'one\ntwo\n' };
  const { dialogs, interaction, result } = await show('Write', input, [ACCEPT_EDITS]);
  const other = permission({ decision: 'allow', apply: [{ ...ACCEPT_EDITS, mode: 'auto' }] });
  expect(await dialogs.refusal(interaction, other)).toMatch(/as Claude Code made them/);
  const applied = permission({ decision: 'allow', apply: [ACCEPT_EDITS] });
  expect(await dialogs.answer(interaction, applied)).toBe(true);
  expect((await result()).isError).toBe(false);
  await waitForScreen(run, /accept edits on/);
}

stageTest(
  'a permission is answered beside a draft, denied with a reason or an interrupt, and given with a suggestion',
  async ({ stage }) => {
    const begun = await begin(stage);
    await answerBesideDraft(stage, begun);
    await denyOnlyTheRightOne(stage, begun);
    await recognizeChange(stage, begun);
    await applySuggestion(stage, begun);
  },
);

stageTest('recognizes a command that does not fit on the screen by its end', async ({ stage }) => {
  const command = Array.from({ length: 60 }, (_, i) => `echo "line ${i}" >> out.txt`).join('\n');
  const terminal = { columns: 80, rows: 24 };
  const { show } = await begin(stage, { choices: { terminal } });
  const { dialogs, interaction, result } = await show('Bash', { command, description: 'x' });
  const other = { ...interaction, input: { command: command.replace('line 59', 'line 60') } };
  expect(await dialogs.shows(other)).toBe(false);
  expect(await dialogs.answer(interaction, permission({ decision: 'allow' }))).toBe(true);
  expect((await result()).isError).toBe(false);
});

type Case = readonly [
  name: string,
  questions: readonly object[],
  decision: Decision,
  result: readonly string[],
];
const QUESTIONS: readonly Case[] = [
  ['an option', [DB], answers({ 'Which db?': 'MongoDB' }), ['"Which db?"="MongoDB"']],
  [
    'a custom answer',
    [DB],
    answers({ 'Which db?': 'SQLite,\nof course' }),
    ['"Which db?"="SQLite,\nof course"'],
  ],
  [
    'several at once, of several kinds, one omitted',
    [DB, FEATURES, { ...DB, question: 'Which colour?', header: 'Colour' }],
    answers({ 'Which db?': 'Postgres', 'Which features?': ['Push', 'Search', 'own words'] }),
    ['"Which db?"="Postgres"', '"Which features?"="Push, Search, own words"'],
  ],
  [
    'a multiple choice alone',
    [FEATURES],
    answers({ 'Which features?': ['Auth', 'Search'] }),
    ['"Which features?"="Auth, Search"'],
  ],
  [
    'a note beside a preview',
    [LAYOUT],
    answers({ 'Which layout?': 'Top' }, { 'Which layout?': 'but narrow' }),
    ['"Which layout?"="Top"', 'notes: but narrow'],
  ],
  [
    'a reply instead',
    [DB],
    { kind: 'question', reply: 'What would you choose?' },
    ['What would you choose?'],
  ],
];

stageTest('answers a question in every way; a single one cannot be skipped', async ({ stage }) => {
  const { show, isDone } = await begin(stage);
  for (const [name, questions, decision, result] of QUESTIONS) {
    const asked = await show('AskUserQuestion', { questions });
    if (name === 'an option')
      expect(await asked.dialogs.refusal(asked.interaction, answers({}))).toMatch(/cannot skip/);
    expect(await asked.dialogs.refusal(asked.interaction, decision), name).toBeUndefined();
    expect(await asked.dialogs.answer(asked.interaction, decision), name).toBe(true);
    const { text: received } = await asked.result();
    for (const words of result) expect(received, name).toContain(words);
    expect(received).not.toContain('Which colour?');
    await isDone();
  }
});

stageTest(
  'a plan is rejected with feedback, then approved into a mode that the dialog offers',
  async ({ stage }) => {
    const plan = '# The plan\n\n1. **do** it\n2. check `it`\n';
    const write = call('Write', ({ allText }) => ({
      file_path: /(\/\S+\/plans\/\S+?\.md)/.exec(allText)?.[1] ?? '',
      content: plan,
    }));
    const exit = call('ExitPlanMode', {});
    // The same dialog at once would look as if the first one had not taken the key.
    const gate = new Gate();
    stage.play(scene('plan it', [write], [exit], [hold(gate), exit], [say('All done.')]));
    const run = await openTmuxStage(stage).start({ choices: { permission_mode: 'plan' } });
    await run.deliver(text('plan it'));
    const asked: PendingInteraction = {
      kind: 'plan',
      tool_name: 'ExitPlanMode',
      input: { plan },
      suggestions: [],
    };
    const first = await shown(stage, run, asked);
    const approved = { kind: 'plan', decision: 'approve' } as const;
    expect(await first.dialogs.refusal(asked, { ...approved, plan: 'x' })).toMatch(/edit/);
    expect(await first.dialogs.shows({ ...asked, input: { plan: 'Something else altogether' } })).toBe(false);
    const feedback = 'make it\nshorter';
    expect(await first.dialogs.answer(asked, { kind: 'plan', decision: 'reject', feedback })).toBe(true);
    expect(await first.result()).toMatchObject({ isError: true, text: expect.stringContaining(feedback) });

    gate.open();
    const second = await shown(stage, run, asked);
    expect(await second.dialogs.answer(asked, { ...approved, mode: 'default' })).toBe(true);
    expect((await second.result()).text).toContain('approved your plan');
    await waitForScreen(run, /All done/);
    await waitForScreen(run, /manual mode on/);
  },
);
