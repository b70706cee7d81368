/** Answers that reach a terminal by keys, because no hook waits: with the real Claude Code, over plain HTTP. */
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { type DrivenHub, hasTurn, isIdle } from '../drivers/driven-hub.ts';
import {
  answer,
  becomes,
  dialogListens,
  hubTest,
  install,
  lastToolResult,
  waiting,
} from './answering-stage.ts';

const run = promisify(execFile);

const TOUCH = { command: 'touch made.txt', description: 'Make a file' };
const made = (stage: Stage) => existsSync(join(stage.project, 'made.txt'));

/** Waits until the answer is proven, which went by keys. */
async function becomesConfirmed(hub: DrivenHub, interaction: Interaction): Promise<void> {
  const proven = await becomes(hub, interaction, 'proof', (now) => now.answer?.applied === 'confirmed');
  expect(proven).toMatchObject({ answer: { route: 'keys', applied: 'confirmed' } });
}

/** Ends the script that waits with a request, and its children, as its time limit would. One that starts later would stay. */
async function endAskScripts(stage: Stage): Promise<void> {
  for (const pattern of [`${stage.folder}.*ask\\.sh`, `x-ask.*${stage.folder}`]) {
    // None may be left: the children of the script end with it.
    await run('pkill', ['-KILL', '-f', pattern]).catch(() => {});
  }
}

const bothWays = (hub: DrivenHub, interaction: Interaction) =>
  becomes(hub, interaction, 'both ways', ({ routes }) => routes.join() === 'hook,keys');
const onlyKeys = (hub: DrivenHub, interaction: Interaction) =>
  becomes(hub, interaction, 'keys to be the only way', ({ routes }) => routes.join() === 'keys');

hubTest(
  'a session that the hub started in a terminal: a reason, what keys cannot carry, and a restart of the hub',
  async ({ stage, hub }) => {
    stage.play(
      scene('make it', [call('Bash', TOUCH)], [say('I see.')]),
      scene('make it now', [call('Bash', TOUCH)], [say('All done.')]),
    );
    const order = { cwd: stage.project, driver: 'tmux', permission_mode: 'manual', prompt: 'make it' };
    const { session_id: id } = await hub.ask('POST', '/sessions', order);
    const refused = await waiting(hub, id);
    await bothWays(hub, refused);
    await endAskScripts(stage);
    await onlyKeys(hub, refused);
    const edited = await answer(hub, refused, { decision: 'allow', input: { command: 'touch other.txt' } });
    expect(edited).toMatchObject({
      status: 409,
      body: { error: { code: 'no_route', message: expect.stringContaining('cannot edit the input') } },
    });
    const denied = await answer(hub, refused, { decision: 'deny', message: 'use a folder' });
    expect(denied.status, JSON.stringify(denied.body)).toBe(200);
    await hub.waitFor(id, 'the turn', hasTurn('make it', 'completed'));
    expect(lastToolResult(stage)).toMatchObject({
      isError: true,
      text: expect.stringContaining('use a folder'),
    });
    expect(made(stage)).toBe(false);

    await hub.send(id, 'make it now');
    const interaction = await waitUntil('the next request', async () => {
      const now = await waiting(hub, id);
      return now.id !== refused.id && now;
    });
    await bothWays(hub, interaction);
    await hub.kill('SIGKILL');
    await endAskScripts(stage);
    await hub.restart();
    await onlyKeys(hub, interaction);
    const { status, body } = await answer(hub, interaction, { decision: 'allow' });
    expect(status, JSON.stringify(body)).toBe(200);
    await hub.waitFor(id, 'the turn', hasTurn('make it now', 'completed'));
    expect(made(stage)).toBe(true);
    await becomesConfirmed(hub, interaction);
    expect((await hub.ask('GET', `/interactions?session=${id}`)).items).toHaveLength(2);
  },
);

hubTest(
  'a person’s own tmux: someone types in the dialog, a background subagent, a form of an MCP server',
  async ({ stage, hub }) => {
    await install(hub);
    const agent = { description: 'Do it', prompt: 'do the thing', subagent_type: 'general-purpose' };
    const other = { command: 'touch other.txt', description: 'Make another file' };
    stage.play(
      scene('make it', [call('Bash', TOUCH)], [say('All done.')]),
      scene('send someone', [call('Agent', agent)], [say('Sent.')]),
      scene('do the thing', [call('Bash', other)], [say('The thing is done.')]),
      scene('ask me', [call('mcp__forms__fill', {})], [say('Thank you.')]),
    );
    const config = join(stage.folder, 'mcp.json');
    const server = { command: process.execPath, args: [join(import.meta.dirname, 'form-server.mjs')] };
    writeFileSync(config, JSON.stringify({ mcpServers: { forms: server } }));
    const mcp = ['--mcp-config', config, '--allowed-tools', 'mcp__forms__fill'];
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual', ...mcp] });

    // Someone who types in the dialog is not disturbed.
    await terminal.prompt('make it');
    const typed = await waiting(hub);
    await dialogListens(terminal);
    await bothWays(hub, typed);
    await endAskScripts(stage);
    await onlyKeys(hub, typed);
    await terminal.press('Tab');
    await terminal.waitForScreen(/and tell Claude what to do next/);
    await terminal.type('then say');
    const refused = await answer(hub, typed, { decision: 'deny' });
    expect(refused.body.error).toMatchObject({
      code: 'no_route',
      message: expect.stringContaining('someone is typing'),
    });
    await terminal.type(' so');
    await terminal.waitForScreen(/then say so/);
    await terminal.press('Enter');
    await terminal.waitForScreen(/All done/);
    expect(await becomes(hub, typed, 'the end', ({ state }) => state === 'answered')).toMatchObject({
      answer: { by: { type: 'terminal' } },
    });
    expect(made(stage)).toBe(true);

    // The request of a background subagent, once its dialog is visible.
    await hub.waitFor(typed.session_id, 'rest', isIdle);
    await terminal.prompt('send someone');
    await terminal.waitForScreen(/from the general-purpose agent/);
    const delegated = await waiting(hub);
    expect(delegated).toMatchObject({ agent_id: expect.any(String), routes: ['keys'] });
    const allowed = await answer(hub, delegated, { decision: 'allow' });
    expect(allowed.status, JSON.stringify(allowed.body)).toBe(200);
    await waitUntil('the file', () => existsSync(join(stage.project, 'other.txt')));
    await becomesConfirmed(hub, delegated);

    // A form is filled in field by field.
    await hub.waitFor(typed.session_id, 'the agent to be done', ({ agents, status }) => {
      return status === 'idle' && agents.every(({ state }) => state === 'finished');
    });
    await terminal.prompt('ask me');
    await terminal.waitForScreen(/requests your input/);
    const form = await waiting(hub);
    expect(form).toMatchObject({ kind: 'elicitation', routes: ['keys'] });
    const content = { name: 'Ann', colour: 'green', agreed: false, count: 7, tags: ['a', 'c'] };
    const filled = await answer(hub, form, { action: 'accept', content });
    expect(filled.status, `${JSON.stringify(filled.body)}\n${await terminal.screen()}`).toBe(200);
    await terminal.waitForScreen(/Thank you\./);
    expect(JSON.parse(lastToolResult(stage)?.text ?? '')).toEqual({ action: 'accept', content });
  },
);
