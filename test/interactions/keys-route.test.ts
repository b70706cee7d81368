/** Answers that go into a terminal by keys, since no hook waits for them: with the real Claude Code, over plain HTTP. */
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { type DrivenHub, hasTurn } from '../drivers/driven-hub.ts';
import { answer, becomes, dialogListens, hubTest, told, waiting } from './answering-stage.ts';

const run = promisify(execFile);

const TOUCH = { command: 'touch made.txt', description: 'Make a file' };
const made = (stage: Stage) => existsSync(join(stage.project, 'made.txt'));
const byKeys = { answer: { route: 'keys', applied: 'confirmed' } };

/** Ends the script that waits with an ask, and what it has started, as its time limit would. */
async function endAskScripts(stage: Stage): Promise<void> {
  for (const pattern of [`${stage.folder}.*ask\\.sh`, `x-ask.*${stage.folder}`]) {
    // None may be there any more: what the script has started ends with it.
    await run('pkill', ['-KILL', '-f', pattern]).catch(() => {});
  }
}

const onlyKeys = (hub: DrivenHub, ask: Interaction) =>
  becomes(hub, ask, 'keys to be the only way', ({ routes }) => routes.join() === 'keys');

describe('a session that the hub started in a terminal', () => {
  const begin = async (stage: Stage, hub: DrivenHub) => {
    stage.play(scene('make it', [call('Bash', TOUCH)], [say('All done.')]));
    const body = { cwd: stage.project, driver: 'tmux', permission_mode: 'manual', prompt: 'make it' };
    return (await hub.ask('POST', '/sessions', body)).session_id as string;
  };

  hubTest(
    'is answered by keys when its hook is gone, and over a restart of the hub',
    async ({ stage, hub }) => {
      const id = await begin(stage, hub);
      const ask = await waiting(hub);
      await becomes(hub, ask, 'both ways', ({ routes }) => routes.join() === 'hook,keys');
      await hub.kill('SIGKILL');
      await endAskScripts(stage);
      await hub.restart();
      await onlyKeys(hub, ask);
      const { status, body } = await answer(hub, ask, { decision: 'allow' });
      expect(status, JSON.stringify(body)).toBe(200);
      await hub.waitFor(id, 'the turn', hasTurn('make it', 'completed'));
      expect(made(stage)).toBe(true);
      expect(await becomes(hub, ask, 'proof', (now) => now.answer?.applied === 'confirmed')).toMatchObject(
        byKeys,
      );
      expect((await hub.ask('GET', `/interactions?session=${id}`)).items).toHaveLength(1);
    },
  );

  hubTest('what keys cannot carry is refused by name; words are told to Claude', async ({ stage, hub }) => {
    const id = await begin(stage, hub);
    const ask = await waiting(hub);
    await endAskScripts(stage);
    await onlyKeys(hub, ask);
    const edited = await answer(hub, ask, { decision: 'allow', input: { command: 'touch other.txt' } });
    expect(edited).toMatchObject({
      status: 409,
      body: { error: { code: 'no_route', message: expect.stringContaining('cannot edit the input') } },
    });
    const { status } = await answer(hub, ask, { decision: 'deny', message: 'use a folder' });
    expect(status).toBe(200);
    await hub.waitFor(id, 'the turn', hasTurn('make it', 'completed'));
    expect(told(stage)).toMatchObject({ isError: true, text: expect.stringContaining('use a folder') });
    expect(made(stage)).toBe(false);
  });
});

describe('a person’s own tmux', () => {
  hubTest('somebody typing in the dialog is not disturbed', async ({ stage, hub }) => {
    expect((await hub.run('install')).code).toBe(0);
    stage.play(scene('make it', [call('Bash', TOUCH)], [say('All done.')]));
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    await terminal.prompt('make it');
    const ask = await waiting(hub);
    await dialogListens(terminal);
    await endAskScripts(stage);
    await onlyKeys(hub, ask);
    await terminal.press('Tab');
    await terminal.waitForScreen(/and tell Claude what to do next/);
    await terminal.type('then say');
    const refused = await answer(hub, ask, { decision: 'deny' });
    expect(refused.body.error).toMatchObject({
      code: 'no_route',
      message: expect.stringContaining('someone is typing'),
    });
    await terminal.type(' so');
    await terminal.waitForScreen(/then say so/);
    await terminal.press('Enter');
    await terminal.waitForScreen(/All done/);
    expect(await becomes(hub, ask, 'the end', ({ state }) => state === 'answered')).toMatchObject({
      answer: { by: { type: 'terminal' } },
    });
    expect(made(stage)).toBe(true);
  });

  hubTest('the ask of a subagent in the background, once its dialog is there', async ({ stage, hub }) => {
    expect((await hub.run('install')).code).toBe(0);
    const agent = { description: 'Do it', prompt: 'do the thing', subagent_type: 'general-purpose' };
    stage.play(
      scene('send someone', [call('Agent', agent)], [say('Sent.')]),
      scene('do the thing', [call('Bash', TOUCH)], [say('The thing is done.')]),
    );
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    await terminal.prompt('send someone');
    await terminal.waitForScreen(/from the general-purpose agent/);
    const ask = await waiting(hub);
    expect(ask).toMatchObject({ agent_id: expect.any(String), routes: ['keys'] });
    const { status, body } = await answer(hub, ask, { decision: 'allow' });
    expect(status, JSON.stringify(body)).toBe(200);
    await waitUntil('the file', () => made(stage));
    expect(await becomes(hub, ask, 'proof', (now) => now.answer?.applied === 'confirmed')).toMatchObject(
      byKeys,
    );
  });

  hubTest('a form of an MCP server is filled in field by field', async ({ stage, hub }) => {
    expect((await hub.run('install')).code).toBe(0);
    stage.play(scene('ask me', [call('mcp__forms__fill', {})], [say('All done.')]));
    const config = join(stage.folder, 'mcp.json');
    const server = { command: process.execPath, args: [join(import.meta.dirname, 'form-server.mjs')] };
    writeFileSync(config, JSON.stringify({ mcpServers: { forms: server } }));
    const args = [
      '--permission-mode',
      'manual',
      '--mcp-config',
      config,
      '--allowed-tools',
      'mcp__forms__fill',
    ];
    const terminal = await stage.terminal({ args });
    await terminal.prompt('ask me');
    await terminal.waitForScreen(/requests your input/);
    const ask = await waiting(hub);
    expect(ask).toMatchObject({ kind: 'elicitation', routes: ['keys'] });
    const content = { name: 'Ann', colour: 'green', agreed: false, count: 7, tags: ['a', 'c'] };
    const { status, body } = await answer(hub, ask, { action: 'accept', content });
    expect(status, `${JSON.stringify(body)}\n${await terminal.screen()}`).toBe(200);
    await terminal.waitForScreen(/All done/);
    expect(JSON.parse(told(stage)?.text ?? '')).toEqual({ action: 'accept', content });
  });
});
