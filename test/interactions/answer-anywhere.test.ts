/** Claude waits for a person, and somebody elsewhere answers: with the real Claude Code, over plain HTTP. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { answer, becomes, hubTest, told, waiting } from './answering-stage.ts';

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
    const ask = await waiting(hub);
    expect(ask).toMatchObject({ kind: 'permission', tool_name: 'Bash', routes: ['control'] });
    const input = { ...ask.input, command: 'touch edited.txt' };
    const first = await answer(hub, ask, { decision: 'allow', input });
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(await answer(hub, ask, { decision: 'deny' })).toMatchObject({
      status: 409,
      body: { error: { code: 'interaction_closed', details: { answer: { route: 'control' } } } },
    });
    await hub.waitFor(id, 'the turn', hasTurn('make a', 'completed'));
    expect([has(stage, 'edited'), has(stage, 'a')]).toEqual([true, false]);
    await becomes(hub, ask, 'proof', (now) => now.answer?.applied === 'confirmed');
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
    expect(told(stage)?.text).toContain('something else');
  },
);

hubTest(
  'a terminal not started by the hub: edited, denied, answered there, and after the hub was killed',
  async ({ stage, hub }) => {
    expect((await hub.run('install')).code).toBe(0);
    stage.play(...['a', 'b', 'c', 'd'].map(making));
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    const asked = async (name: string) => {
      await terminal.prompt(`make ${name}`);
      const ask = await waitUntil('the ask with its hook', async () => {
        const now = await waiting(hub);
        return now.input['command'] === `touch ${name}.txt` && now.routes.includes('hook') && now;
      });
      await terminal.waitForScreen(/Do you want to proceed/);
      return ask;
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
    expect(told(stage)).toMatchObject({ isError: true, text: 'use a folder instead' });

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
