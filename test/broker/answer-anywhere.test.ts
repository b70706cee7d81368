/** Claude waits for a person, and somebody elsewhere answers: with the real Claude Code, over plain HTTP. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { type DrivenHub, hasTurn, startDrivenHub } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';

const hubTest = stageTest.extend<{ hub: DrivenHub }>({
  hub: async ({ stage }, use) => {
    const hub = await startDrivenHub(stage);
    await use(hub);
    await hub.kill('SIGTERM');
  },
});

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

/** The only open interaction, once there is one with a way to answer it. */
function waiting(hub: DrivenHub): Promise<Interaction> {
  return waitUntil('an interaction that can be answered', async () => {
    const { items } = await hub.ask('GET', '/interactions?state=open');
    return (items as Interaction[]).find(({ routes }) => routes.length > 0);
  });
}

const answer = (hub: DrivenHub, { id }: Interaction, body: object) =>
  hub.call('POST', `/interactions/${id}/answer`, body);

/** What the model was told of the tool call. */
const told = (stage: Stage) => stage.requests.at(-1)?.hearing.toolResults.at(-1);

describe('a stream session', () => {
  const begin = async (stage: Stage, hub: DrivenHub, prompt: string) => {
    const body = { cwd: stage.project, driver: 'stream', permission_mode: 'manual', prompt };
    return (await hub.ask('POST', '/sessions', body)).session_id as string;
  };

  hubTest('an edited command runs; the second answer is told who was first', async ({ stage, hub }) => {
    stage.play(
      scene('make it', [call('Bash', { command: 'touch a.txt', description: 'x' })], [say('Done.')]),
    );
    const id = await begin(stage, hub, 'make it');
    const ask = await waiting(hub);
    expect(ask).toMatchObject({ kind: 'permission', tool_name: 'Bash', routes: ['control'] });
    const input = { ...ask.input, command: 'touch edited.txt' };
    const [one, two] = await Promise.all([
      answer(hub, ask, { decision: 'allow', input }),
      answer(hub, ask, { decision: 'deny' }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    expect(two.body.error).toMatchObject({
      code: 'interaction_closed',
      details: { answer: { route: 'control' } },
    });
    await hub.waitFor(id, 'the turn', hasTurn('make it', 'completed'));
    expect(existsSync(join(stage.project, 'edited.txt'))).toBe(true);
    expect(existsSync(join(stage.project, 'a.txt'))).toBe(false);
    const view = await hub.waitFor(
      id,
      'proof',
      ({ interactions }) => interactions[0]?.answer?.applied === 'confirmed',
    );
    expect(view.open_interactions).toBe(0);
  });

  hubTest('a question, by its tool call', async ({ stage, hub }) => {
    stage.play(scene('ask me', [call('AskUserQuestion', QUESTION)], [say('Thanks.')]));
    const id = await begin(stage, hub, 'ask me');
    const { tool_use_id: toolUseId } = await waiting(hub);
    const wrong = await hub.call('POST', `/sessions/${id}/answer`, { toolUseId, answers: { 'What?': 'A' } });
    expect(wrong.status).toBe(400);
    await hub.ask('POST', `/sessions/${id}/answer`, {
      toolUseId,
      answers: { 'Which db?': 'something else' },
    });
    await hub.waitFor(id, 'the turn', hasTurn('ask me', 'completed'));
    expect(told(stage)?.text).toContain('something else');
  });
});

describe('a plain terminal session, not started by us', () => {
  const begin = async (stage: Stage, hub: DrivenHub, prompt: string) => {
    expect((await hub.run('install')).code).toBe(0);
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    await terminal.prompt(prompt);
    return terminal;
  };

  hubTest('is answered with an edited command while its dialog is on the screen', async ({ stage, hub }) => {
    stage.play(
      scene('make it', [call('Bash', { command: 'touch a.txt', description: 'x' })], [say('All done.')]),
    );
    const terminal = await begin(stage, hub, 'make it');
    const ask = await waiting(hub);
    expect(ask.routes).toContain('hook');
    await terminal.waitForScreen(/Do you want to proceed/);
    const input = { ...ask.input, command: 'touch edited.txt' };
    const { status, body } = await answer(hub, ask, { decision: 'allow', input });
    expect(status, JSON.stringify(body)).toBe(200);
    await terminal.waitForScreen(/All done/);
    expect(existsSync(join(stage.project, 'edited.txt'))).toBe(true);
    expect(existsSync(join(stage.project, 'a.txt'))).toBe(false);
    await hub.waitFor(
      ask.session_id,
      'proof',
      (view) => view.interactions[0]?.answer?.applied === 'confirmed',
    );
  });

  hubTest('a denial with words reaches the model as they are', async ({ stage, hub }) => {
    stage.play(
      scene('make it', [call('Bash', { command: 'touch a.txt', description: 'x' })], [say('I see.')]),
    );
    const terminal = await begin(stage, hub, 'make it');
    await answer(hub, await waiting(hub), { decision: 'deny', message: 'use a folder instead' });
    await terminal.waitForScreen(/I see/);
    expect(told(stage)).toMatchObject({ isError: true, text: 'use a folder instead' });
  });

  hubTest('answered in the terminal, the other side is told', async ({ stage, hub }) => {
    stage.play(
      scene('make it', [call('Bash', { command: 'touch a.txt', description: 'x' })], [say('All done.')]),
    );
    const terminal = await begin(stage, hub, 'make it');
    const ask = await waiting(hub);
    await terminal.answerDialog(/Do you want to proceed/, '1');
    await terminal.waitForScreen(/All done/);
    await hub.waitFor(ask.session_id, 'the end', (view) => view.open_interactions === 0);
    const late = await answer(hub, ask, { decision: 'deny', interrupt: true });
    expect(late).toMatchObject({
      status: 409,
      body: { error: { code: 'interaction_closed', details: { answer: { by: { type: 'terminal' } } } } },
    });
  });

  hubTest('the hub is killed while it holds the ask; the next one answers it', async ({ stage, hub }) => {
    stage.play(
      scene('make it', [call('Bash', { command: 'touch a.txt', description: 'x' })], [say('All done.')]),
    );
    const terminal = await begin(stage, hub, 'make it');
    const before = await waiting(hub);
    await terminal.waitForScreen(/Do you want to proceed/);
    await hub.kill('SIGKILL');
    await hub.restart();
    const after = await waiting(hub);
    expect(after.id).toBe(before.id);
    const { status, body } = await answer(hub, after, { decision: 'allow' });
    expect(status, JSON.stringify(body)).toBe(200);
    await terminal.waitForScreen(/All done/);
    expect(existsSync(join(stage.project, 'a.txt'))).toBe(true);
  });
});
