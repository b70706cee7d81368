/** Dialogs of the real Claude Code answered by keys, proven by what the model is told. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Ask, Run, RunDialogs, RunOrder } from '../../../src/drivers/driver.ts';
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
  readonly run: Run;
  readonly dialogs: RunDialogs;
  readonly ask: Ask;
  /** What the model was told of the call, once it was. */
  told(): Promise<{ text: string; isError: boolean }>;
}

/** Lets Claude make a call that needs a person, and waits until its dialog is on the screen. */
async function show(
  stage: Stage,
  tool: string,
  input: ToolInput,
  order: Partial<RunOrder> & { suggestions?: Ask['suggestions'] } = {},
): Promise<Shown> {
  stage.play(scene('do it', [call(tool, input)], [say('All done.')]));
  const { suggestions = [], ...rest } = order;
  const run = await openTmuxStage(stage).start(rest);
  await run.deliver(text('do it'));
  const kind = tool === 'AskUserQuestion' ? 'question' : 'permission';
  return shown(stage, run, { kind, tool_name: tool, input: { ...input }, suggestions });
}

async function shown(stage: Stage, run: Run, ask: Ask): Promise<Shown> {
  const { dialogs } = run;
  if (!dialogs) throw new Error('no dialogs');
  await waitUntil('the dialog', () => dialogs.shows(ask), { explain: async () => (await run.screen()).text });
  const told = () =>
    waitUntil('the model to be told', () => stage.requests.at(-1)?.hearing.toolResults.at(-1), {
      explain: async () => (await run.screen()).text,
    });
  return { run, dialogs, ask, told };
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

describe('a permission', () => {
  stageTest('is given once; a draft in the input box stays as it is', async ({ stage }) => {
    const gate = new Gate();
    stage.play(scene('do it', [say('Well.'), hold(gate), call('Bash', TOUCH)], [say('All done.')]));
    const tmux = openTmuxStage(stage);
    const run = await tmux.start();
    await run.deliver(text('do it'));
    await waitForScreen(run, /Well\./);
    await pressKeys(stage, tmux, run, '-l', 'half a thought');
    await waitForScreen(run, /half a thought/);
    gate.open();
    const { dialogs, ask, told } = await shown(stage, run, {
      ...{ kind: 'permission', tool_name: 'Bash', input: TOUCH, suggestions: [] },
    });
    expect(await dialogs.refusal(ask, permission({ decision: 'allow' }))).toBeUndefined();
    expect(await dialogs.answer(ask, permission({ decision: 'allow' }))).toBe(true);
    expect((await told()).isError).toBe(false);
    expect(existsSync(join(stage.project, 'made.txt'))).toBe(true);
    await waitForScreen(run, /All done/);
    await waitUntil('the draft', async () => (await run.draft()) === 'half a thought');
  });

  stageTest('is denied with words, several lines of them, and the turn goes on', async ({ stage }) => {
    const { dialogs, ask, told, run } = await show(stage, 'Bash', TOUCH);
    const message = 'Use a folder instead:\n1. make it\n2. say "done" — and nothing else';
    expect(await dialogs.answer(ask, permission({ decision: 'deny', message }))).toBe(true);
    expect(await told()).toMatchObject({ isError: true, text: expect.stringContaining(message) });
    await waitForScreen(run, /All done/);
    expect(existsSync(join(stage.project, 'made.txt'))).toBe(false);
  });

  stageTest('is denied with an interrupt: the turn ends', async ({ stage }) => {
    const { dialogs, ask, run } = await show(stage, 'Bash', TOUCH);
    expect(await dialogs.answer(ask, permission({ decision: 'deny', interrupt: true }))).toBe(true);
    await waitForScreen(run, /Interrupted/);
    expect(stage.requests).toHaveLength(1);
  });

  stageTest('a suggestion is applied by the row that says so', async ({ stage }) => {
    const input = { file_path: join(stage.project, 'a.txt'), content: 'one\ntwo\n' };
    const { dialogs, ask, told, run } = await show(stage, 'Write', input, { suggestions: [ACCEPT_EDITS] });
    expect(
      await dialogs.refusal(
        ask,
        permission({ decision: 'allow', apply: [{ ...ACCEPT_EDITS, mode: 'auto' }] }),
      ),
    ).toMatch(/as Claude Code made them/);
    expect(await dialogs.answer(ask, permission({ decision: 'allow', apply: [ACCEPT_EDITS] }))).toBe(true);
    expect((await told()).isError).toBe(false);
    await waitForScreen(run, /accept edits on/);
  });

  stageTest('a command that does not fit on the screen is known by its end', async ({ stage }) => {
    const command = Array.from({ length: 60 }, (_, i) => `echo "line ${i}" >> out.txt`).join('\n');
    const terminal = { columns: 80, rows: 24 };
    const { dialogs, ask, told } = await show(stage, 'Bash', { command, description: 'x' }, { terminal });
    const other = { ...ask, input: { command: command.replace('line 59', 'line 60') } };
    expect(await dialogs.shows(other)).toBe(false);
    expect(await dialogs.answer(ask, permission({ decision: 'allow' }))).toBe(true);
    expect((await told()).isError).toBe(false);
  });

  stageTest('another dialog than that of the ask is left alone', async ({ stage }) => {
    const { dialogs, ask, run } = await show(stage, 'Bash', TOUCH);
    // What moves around the dialog is Claude Code's own business.
    const options = async () =>
      (await run.screen()).text.split('\n').filter((line) => /^.{0,4}[❯ ] \d\. /.test(line));
    const before = await options();
    expect(before.length).toBeGreaterThan(1);
    const other = { ...ask, input: { command: 'touch other.txt', description: 'Make a file' } };
    expect(await dialogs.refusal(other, permission({ decision: 'allow' }))).toMatch(/does not show/);
    expect(await dialogs.answer(other, permission({ decision: 'allow' }))).toBe(false);
    expect(await dialogs.answer({ ...ask, kind: 'question' }, answers({}))).toBe(false);
    expect(await options()).toEqual(before);
    expect(existsSync(join(stage.project, 'made.txt'))).toBe(false);
  });
});

describe('a question', () => {
  const ask = (stage: Stage, ...questions: object[]) => show(stage, 'AskUserQuestion', { questions });

  stageTest('by an option', async ({ stage }) => {
    const { dialogs, ask: asked, told } = await ask(stage, DB);
    expect(await dialogs.answer(asked, answers({ 'Which db?': 'MongoDB' }))).toBe(true);
    expect((await told()).text).toContain('"Which db?"="MongoDB"');
  });

  stageTest('by words of one’s own', async ({ stage }) => {
    const { dialogs, ask: asked, told } = await ask(stage, DB);
    expect(await dialogs.answer(asked, answers({ 'Which db?': 'SQLite,\nof course' }))).toBe(true);
    expect((await told()).text).toContain('"Which db?"="SQLite,\nof course"');
  });

  stageTest('several at once, of several kinds, one left out', async ({ stage }) => {
    const COLOUR = { ...DB, question: 'Which colour?', header: 'Colour' };
    const { dialogs, ask: asked, told } = await ask(stage, DB, FEATURES, COLOUR);
    const given = { 'Which db?': 'Postgres', 'Which features?': ['Push', 'Search', 'own words'] };
    expect(await dialogs.answer(asked, answers(given))).toBe(true);
    const { text: heard } = await told();
    expect(heard).toContain('"Which db?"="Postgres"');
    expect(heard).toContain('"Which features?"="Push, Search, own words"');
    expect(heard).not.toContain('Which colour?');
  });

  stageTest('a multiple choice alone', async ({ stage }) => {
    const { dialogs, ask: asked, told } = await ask(stage, FEATURES);
    expect(await dialogs.answer(asked, answers({ 'Which features?': ['Auth', 'Search'] }))).toBe(true);
    expect((await told()).text).toContain('"Which features?"="Auth, Search"');
  });

  stageTest('with a note beside a preview', async ({ stage }) => {
    const { dialogs, ask: asked, told } = await ask(stage, LAYOUT);
    const decision = answers({ 'Which layout?': 'Top' }, { 'Which layout?': 'but narrow' });
    expect(await dialogs.refusal(asked, decision)).toBeUndefined();
    expect(await dialogs.answer(asked, decision)).toBe(true);
    const { text: heard } = await told();
    expect(heard).toContain('"Which layout?"="Top"');
    expect(heard).toContain('notes: but narrow');
  });

  stageTest('a reply instead; a single one cannot be skipped', async ({ stage }) => {
    const { dialogs, ask: asked, told } = await ask(stage, DB);
    expect(await dialogs.refusal(asked, answers({}))).toMatch(/skipped/);
    expect(await dialogs.answer(asked, { kind: 'question', reply: 'What would you choose?' })).toBe(true);
    expect((await told()).text).toContain('What would you choose?');
  });
});

describe('a plan', () => {
  const PLAN = '# The plan\n\n1. **do** it\n2. check `it`\n';
  const plan = async (stage: Stage) => {
    const write = call('Write', ({ allText }) => ({
      file_path: /(\/\S+\/plans\/\S+?\.md)/.exec(allText)?.[1] ?? '',
      content: PLAN,
    }));
    stage.play(scene('plan it', [write], [call('ExitPlanMode', {})], [say('All done.')]));
    const run = await openTmuxStage(stage).start({ permissionMode: 'plan' });
    await run.deliver(text('plan it'));
    return shown(stage, run, {
      ...{ kind: 'plan', tool_name: 'ExitPlanMode', input: { plan: PLAN }, suggestions: [] },
    });
  };

  stageTest('is approved into a mode that the dialog offers', async ({ stage }) => {
    const { dialogs, ask, run } = await plan(stage);
    expect(await dialogs.refusal(ask, { kind: 'plan', decision: 'approve', plan: 'x' })).toMatch(/edit/);
    expect(await dialogs.shows({ ...ask, input: { plan: 'Something else altogether' } })).toBe(false);
    expect(await dialogs.answer(ask, { kind: 'plan', decision: 'approve', mode: 'default' })).toBe(true);
    await waitForScreen(run, /All done/);
    await waitForScreen(run, /manual mode on/);
    expect(stage.requests.at(-1)?.hearing.toolResults.at(-1)?.text).toContain('approved your plan');
  });

  stageTest('is rejected with words', async ({ stage }) => {
    const { dialogs, ask, run } = await plan(stage);
    expect(
      await dialogs.answer(ask, { kind: 'plan', decision: 'reject', feedback: 'make it\nshorter' }),
    ).toBe(true);
    await waitForScreen(run, /All done/);
    expect(stage.requests.at(-1)?.hearing.toolResults.at(-1)).toMatchObject({
      isError: true,
      text: expect.stringContaining('make it\nshorter'),
    });
    await waitForScreen(run, /plan mode on/);
  });
});

stageTest('a change of a file is known by its lines', async ({ stage }) => {
  const file_path = join(stage.project, 'e.txt');
  writeFileSync(file_path, 'one\nand more\n');
  const input = { file_path, old_string: 'one', new_string: 'two' };
  stage.play(scene('do it', [call('Read', { file_path })], [call('Edit', input)], [say('All done.')]));
  const run = await openTmuxStage(stage).start();
  await run.deliver(text('do it'));
  const { dialogs, ask } = await shown(stage, run, {
    ...{ kind: 'permission', tool_name: 'Edit', input, suggestions: [] },
  });
  expect(await dialogs.shows({ ...ask, input: { ...input, new_string: 'three' } })).toBe(false);
  expect(await dialogs.answer(ask, permission({ decision: 'allow' }))).toBe(true);
  await waitForScreen(run, /All done/);
});
