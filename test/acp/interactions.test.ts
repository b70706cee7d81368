/** Requests in an editor: answered there or by another client, with choices, forms and text. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { answer, hubTest, waiting } from '../interactions/answering-stage.ts';
import { Editor } from './editor.ts';

const PLAN = '# Plan\n\n1. Write the test';
const QUESTIONS = [
  {
    question: 'Which database?',
    header: 'Database',
    multiSelect: false,
    options: [
      { label: 'SQLite', description: 'One file' },
      { label: 'PostgreSQL', description: 'A server' },
    ],
  },
  {
    question: 'Which parts?',
    header: 'Parts',
    multiSelect: true,
    options: [
      { label: 'Auth', description: 'Login' },
      { label: 'Mail', description: 'Letters' },
    ],
  },
];
const asking = call('AskUserQuestion', { questions: QUESTIONS });
const touch = (name: string) => call('Bash', { command: `touch ${name}`, description: `Make ${name}` });

/** What the model received as the result of its last call. */
const reported = (stage: Stage) => stage.requests.at(-1)?.hearing.toolResults.at(-1)?.text ?? '';
const made = (stage: Stage, name: string) => existsSync(join(stage.project, name));

hubTest('permissions', async ({ stage, hub }) => {
  stage.play(
    scene('make one', [touch('one.txt')], [say('Made.')]),
    scene('make two', [touch('two.txt')], [say('Made.')]),
    scene('make three', [touch('three.txt')], [say('I see.')]),
    scene('make four', [touch('four.txt')], [say('Then not.')]),
  );
  const editor = await Editor.open(hub.env);
  const sessionId = await editor.newSession(stage.project);

  const first = editor.prompt(sessionId, 'make one');
  const one = await editor.permission();
  expect(one.request.toolCall).toMatchObject({
    title: 'Run touch one.txt',
    kind: 'execute',
    status: 'pending',
  });
  expect(JSON.stringify(one.request.toolCall.content)).toContain('touch one.txt');
  const lasting = one.request.options.filter(({ kind }) => kind === 'allow_always');
  expect(lasting[0]?.name).toMatch(/^Allow, and also allow touch one\.txt/);
  one.answer(lasting[0]?.optionId);
  expect(await first).toEqual({ stopReason: 'end_turn' });
  expect(made(stage, 'one.txt')).toBe(true);
  await waitUntil('the rule', () => made(stage, '.claude/settings.local.json'));

  const second = editor.prompt(sessionId, 'make two');
  const two = await editor.permission(1);
  // The phone is first: the editor's dialog closes, and the turn continues.
  const phone = await answer(hub, await waiting(hub, sessionId), { decision: 'allow' });
  expect(phone.status).toBe(200);
  expect(await second).toEqual({ stopReason: 'end_turn' });
  await waitUntil('the dialog to close', () => two.signal.aborted);
  expect(made(stage, 'two.txt')).toBe(true);

  // The reason of a denial is the next message: the prompt ends, and the turn continues with the reason.
  const third = editor.prompt(sessionId, 'make three');
  (await editor.permission(2)).answer('words');
  expect(await third).toEqual({ stopReason: 'end_turn' });
  expect((await hub.view(sessionId)).status).toBe('waiting');
  expect(await editor.prompt(sessionId, 'Use a branch.')).toEqual({ stopReason: 'end_turn' });
  expect(reported(stage)).toBe('Use a branch.');
  expect(editor.text()).toMatch(/I see\.$/);

  // Cancelled while a request is open: Claude withdraws it.
  const fourth = editor.prompt(sessionId, 'make four');
  const four = await editor.permission(3);
  await editor.agent.notify(methods.agent.session.cancel, { sessionId });
  four.answer(undefined);
  expect(await fourth).toEqual({ stopReason: 'cancelled' });
  await hub.waitFor(sessionId, 'no open request', ({ open_interactions }) => open_interactions === 0);
  for (const name of ['three.txt', 'four.txt']) expect(made(stage, name)).toBe(false);
  await editor.close();
});

hubTest('questions and plans as choices', async ({ stage, hub }) => {
  const plan = [
    [call('Write', ({ allText }) => ({ file_path: planFileIn(allText), content: PLAN }))],
    [call('ExitPlanMode', {})],
  ] as const;
  stage.play(
    scene('ask me', [asking], [say('Thanks.')]),
    scene('plan it', ...plan, [call('ExitPlanMode', {})], [say('Now I start.')]),
  );
  const editor = await Editor.open(hub.env);
  const sessionId = await editor.newSession(stage.project);
  const choose = async (index: number, name: RegExp) => {
    const { request, answer: reply } = await editor.permission(index);
    reply(request.options.find((option) => name.test(option.name))?.optionId);
  };

  const asked = editor.prompt(sessionId, 'ask me');
  await choose(0, /^PostgreSQL$/);
  await choose(1, /Auth$/);
  await choose(2, /^Something else/);
  expect(await asked).toEqual({ stopReason: 'end_turn' });
  expect(await editor.prompt(sessionId, 'Fax')).toEqual({ stopReason: 'end_turn' });
  expect(reported(stage)).toMatch(/PostgreSQL[\s\S]*Auth, ?Fax/);

  await editor.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'plan' });
  const planned = editor.prompt(sessionId, 'plan it');
  const first = await editor.permission(3);
  expect(first.request.toolCall).toMatchObject({ kind: 'switch_mode' });
  expect(JSON.stringify(first.request.toolCall.content)).toContain('Write the test');
  await choose(3, /^Keep planning with/);
  await planned;
  const again = editor.prompt(sessionId, 'Shorter.');
  await choose(4, /Accept edits/);
  expect(await again).toEqual({ stopReason: 'end_turn' });
  expect(
    stage.requests.some(({ hearing }) => hearing.toolResults.some(({ text }) => text === 'Shorter.')),
  ).toBe(true);
  expect(editor.of('current_mode_update').at(-1)?.currentModeId).toBe('acceptEdits');
  await editor.close();
});

hubTest('questions and MCP forms as forms', async ({ stage, hub }) => {
  const form = {
    message: 'Who are you?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  };
  stage.play(
    scene('ask me', [asking], [say('Thanks.')]),
    scene('ask again', [asking], [say('Fine.')]),
    scene('form', [call('mcp__asking__ask', { ask: form })], [say('Hello.')]),
  );
  const editor = await Editor.open(hub.env, { elicitation: { form: {} } });
  const server = join(import.meta.dirname, '../hub/asking-server.mjs');
  const { sessionId } = await editor.agent.request(methods.agent.session.new, {
    cwd: stage.project,
    mcpServers: [{ name: 'asking', command: process.execPath, args: [server], env: [] }],
  });

  const asked = editor.prompt(sessionId, 'ask me');
  const first = await editor.form();
  expect(first.request).toMatchObject({
    mode: 'form',
    message: 'Which database?\nWhich parts?',
    requestedSchema: {
      properties: { question_1: { type: 'string' }, question_1_other: {}, question_2: { type: 'array' } },
    },
  });
  first.answer({ action: 'accept', content: { question_1_other: 'DuckDB', question_2: ['Auth', 'Mail'] } });
  expect(await asked).toEqual({ stopReason: 'end_turn' });
  expect(reported(stage)).toMatch(/DuckDB[\s\S]*Auth, ?Mail/);

  // Another device answers: the form closes.
  const other = editor.prompt(sessionId, 'ask again');
  const second = await editor.form(1);
  await answer(hub, await waiting(hub, sessionId), { answers: { 'Which database?': 'SQLite' } });
  expect(await other).toEqual({ stopReason: 'end_turn' });
  await waitUntil('the form to close', () => second.signal.aborted);

  const filled = editor.prompt(sessionId, 'form');
  (await editor.permission()).answer('allow');
  const third = await editor.form(2);
  expect(third.request.message).toContain('Who are you?');
  third.answer({ action: 'accept', content: { name: 'Ada' } });
  expect(await filled).toEqual({ stopReason: 'end_turn' });
  await waitUntil('the answer', () => reported(stage).includes('Ada'));
  await editor.close();
});

/** Claude Code names the plan file among the reminders of plan mode. */
function planFileIn(text: string): string {
  return /\/\S+\/plans\/[\w.-]+\.md/.exec(text)?.[0] ?? '';
}
