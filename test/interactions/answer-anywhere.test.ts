/** Requests of the real Claude Code, answered from another device over plain HTTP, or in the terminal. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import {
  answer,
  becomes,
  hubTest,
  install,
  isSettled,
  lastToolResult,
  settleTurn,
  terminalOf,
  waiting,
} from './answering-stage.ts';

const QUESTION = {
  questions: [
    {
      question: 'Which db?',
      header: 'db',
      multiSelect: false,
      options: [
        { label: 'A', description: 'a' },
        { label: 'B', description: 'b' },
      ],
    },
  ],
};
/** `make NAME` makes a file of that name. */
const making = (name: string) =>
  scene(
    `make ${name}`,
    [call('Bash', { command: `touch ${name}.txt`, description: 'x' })],
    [say(`All done with ${name}.`)],
  );
const has = (stage: Stage, name: string) => existsSync(join(stage.project, `${name}.txt`));

hubTest(
  'a stream session: an edited command, a second answer, a question by its tool call',
  async ({ stage, hub }) => {
    stage.play(making('a'), scene('ask me', [call('AskUserQuestion', QUESTION)], [say('Thanks.')]));
    const body = { cwd: stage.project, driver: 'stream', permission_mode: 'manual', prompt: 'make a' };
    const { session_id: id } = await hub.ask('POST', '/sessions', body);
    const interaction = await waiting(hub);
    expect(interaction).toMatchObject({ kind: 'permission', tool_name: 'Bash', routes: ['control'] });
    const input = { ...interaction.input, command: 'touch edited.txt' };
    const first = await answer(hub, interaction, { decision: 'allow', input });
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(await answer(hub, interaction, { decision: 'deny' })).toMatchObject({
      status: 409,
      body: { error: { code: 'interaction_closed', details: { answer: { route: 'control' } } } },
    });
    await hub.waitFor(id, 'the turn', hasTurn('make a', 'completed'));
    expect([has(stage, 'edited'), has(stage, 'a')]).toEqual([true, false]);
    await becomes(hub, interaction, 'proof', (now) => now.answer?.applied === 'confirmed');
    expect((await hub.view(id)).open_interactions).toBe(0);

    await hub.send(id, 'ask me');
    const { tool_use_id: toolUseId } = await waiting(hub);
    const wrong = await hub.call('POST', `/sessions/${id}/answer`, { toolUseId, answers: { 'What?': 'A' } });
    expect(wrong.status).toBe(400);
    await hub.ask('POST', `/sessions/${id}/answer`, {
      toolUseId,
      answers: { 'Which db?': 'something else' },
    });
    await hub.waitFor(id, 'the turn', hasTurn('ask me', 'completed'));
    expect(lastToolResult(stage)?.text).toContain('something else');
  },
);

hubTest(
  'a terminal not started by the hub: edited, denied, answered there, and after the hub was killed',
  async ({ stage, hub }) => {
    await install(hub);
    stage.play(...['a', 'b', 'c', 'd'].map(making));
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    const asked = async (name: string) => {
      await terminal.prompt(`make ${name}`);
      const interaction = await waitUntil('the request with its hook', async () => {
        const now = await waiting(hub);
        return now.input['command'] === `touch ${name}.txt` && now.routes.includes('hook') && now;
      });
      await terminal.waitForScreen(/Do you want to proceed/);
      return interaction;
    };
    const isDone = (name: string) => terminal.waitForScreen(new RegExp(`All done with ${name}\\.`));

    const edited = await asked('a');
    const input = { ...edited.input, command: 'touch edited.txt' };
    const allowed = await answer(hub, edited, { decision: 'allow', input });
    expect(allowed.status, JSON.stringify(allowed.body)).toBe(200);
    await isDone('a');
    expect([has(stage, 'edited'), has(stage, 'a')]).toEqual([true, false]);
    await becomes(hub, edited, 'proof', (now) => now.answer?.applied === 'confirmed');

    await answer(hub, await asked('b'), { decision: 'deny', message: 'use a folder instead' });
    await isDone('b');
    expect(lastToolResult(stage)).toMatchObject({ isError: true, text: 'use a folder instead' });

    const there = await asked('c');
    await terminal.answerDialog(/Do you want to proceed/, '1');
    await isDone('c');
    await becomes(hub, there, 'the end', ({ state }) => state === 'answered');
    expect(await answer(hub, there, { decision: 'deny', interrupt: true })).toMatchObject({
      status: 409,
      body: { error: { code: 'interaction_closed', details: { answer: { by: { type: 'terminal' } } } } },
    });

    const before = await asked('d');
    await hub.kill('SIGKILL');
    await hub.restart();
    const after = await waiting(hub);
    expect(after.id).toBe(before.id);
    const { status, body } = await answer(hub, after, { decision: 'allow' });
    expect(status, JSON.stringify(body)).toBe(200);
    await isDone('d');
    expect(has(stage, 'd')).toBe(true);
  },
);

const DIALOG = /Do you want to proceed/;
const CHOICES = /Chat about this/;

hubTest(
  'in the terminal itself: Yes, No, Escape, a choice; other clients learn the decision immediately',
  async ({ stage, hub }) => {
    stage.play(
      scene(/^go \d+$/, [call('Bash', { command: 'touch ran.txt', description: 'x' })], [say('Done.')]),
      scene(/^wait \d+$/, [
        call('Bash', { command: 'touch ran.txt; sleep 300', description: 'x', timeout: 300_000 }),
      ]),
      scene(/^ask \d+$/, [call('AskUserQuestion', QUESTION)], [say('Done.')]),
    );
    const terminal = await terminalOf(stage, hub);
    const rounds: [string, string, RegExp, string, string][] = [
      ['Yes', 'go', DIALOG, '1', 'allow'],
      ['No', 'go', DIALOG, '4', 'deny'],
      ['Escape', 'go', DIALOG, 'Escape', 'deny'],
      ['a choice', 'ask', CHOICES, '1', 'allow'],
      ['Escape from a question', 'ask', CHOICES, 'Escape', 'deny'],
    ];
    for (const [index, [name, prompt, dialog, key, decision]] of rounds.entries()) {
      await terminal.prompt(`${prompt} ${index}`);
      const interaction = await waiting(hub);
      await terminal.answerDialog(dialog, key);
      const closed = await becomes(hub, interaction, `what ${name} decided`, isSettled);
      expect(closed, name).toMatchObject({
        state: 'answered',
        answer: { by: { type: 'terminal' }, route: 'terminal', applied: 'confirmed', decision },
      });
      const late = await answer(hub, interaction, prompt === 'ask' ? { answers: {} } : { decision: 'deny' });
      expect(late).toMatchObject({ status: 409, body: { error: { code: 'interaction_closed' } } });
      await hub.waitFor(interaction.session_id, 'the end of the turn', ({ status }) => status === 'idle');
      if (decision === 'deny') await settleTurn(stage, terminal);
      await hub.waitFor(interaction.session_id, 'rest', ({ status }) => status === 'idle');
    }

    // This is known while the allowed call still runs; the decision follows when it has ended.
    await terminal.prompt('wait 1');
    const interaction = await waiting(hub);
    await terminal.answerDialog(DIALOG, '1');
    const closed = await becomes(hub, interaction, 'the answer', ({ state }) => state === 'answered');
    expect(closed.answer).toMatchObject({ by: { type: 'terminal' }, applied: 'confirmed' });
    await hub.waitFor(interaction.session_id, 'the call to run', ({ status }) => status === 'working');
    await waitUntil('the call to be stopped', async () => {
      await terminal.press('Escape');
      return (await hub.view(interaction.session_id)).status === 'idle';
    });
    await becomes(hub, interaction, 'what was decided', isSettled);
  },
);
