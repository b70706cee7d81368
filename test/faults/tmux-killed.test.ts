/** Terminals that disappear or wait for a person, seen through a real hub. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { isProcessAlive } from '../../src/lib/process-identity.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { conversation, hasTurn, messageState } from '../drivers/driven-hub.ts';
import { selectTrust } from '../drivers/tmux/tmux-stage.ts';
import { answer, becomes, waiting } from '../interactions/answering-stage.ts';
import { sharedHubTest } from '../shared-hub-test.ts';

const run = promisify(execFile);

sharedHubTest(
  'if tmux is killed while a request is open, the request is withdrawn, and the session can be resumed',
  async ({ stage, hub }) => {
    const touch = call('Bash', { command: 'touch never.txt', description: 'x' });
    stage.play(scene('first', [touch]), scene('after', [say('Back again.')]));
    const body = { cwd: stage.project, driver: 'tmux', permission_mode: 'manual' };
    const { session_id: id } = await hub.ask('POST', '/sessions', body);
    await hub.send(id, 'first');
    const open = await waiting(hub, id);
    const { pid } = await hub.view(id);
    const queued = await hub.send(id, 'after');

    const socket = join(hub.home, 'tmux.sock');
    const server = await run('tmux', ['-S', socket, 'display-message', '-p', '#{pid}'], { env: stage.env });
    process.kill(Number(server.stdout), 'SIGKILL');
    // Too early or too late, the response says what happened; it is never a timeout.
    const early = await answer(hub, open, { decision: 'allow' });
    expect([200, 409], JSON.stringify(early.body)).toContain(early.status);
    const ended = await hub.waitFor(id, 'the end', (view) => view.status === 'ended');
    await waitUntil('the process to be gone', () => !isProcessAlive(pid as number));
    expect(ended.capabilities).toContain('resume');
    await becomes(hub, open, 'the withdrawal', ({ state }) => state !== 'open');
    const late = await answer(hub, open, { decision: 'allow' });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'interaction_closed' } } });
    // Claude Code may still have taken an early one in its last moments.
    if (early.status !== 200) expect(existsSync(join(stage.project, 'never.txt'))).toBe(false);

    await hub.ask('POST', `/sessions/${id}/resume`, { driver: 'tmux' });
    const view = await hub.waitFor(id, 'the next turn', hasTurn('after', 'completed'));
    expect(conversation(view).map(([prompt]) => prompt)).toEqual(['first', 'after']);
    await hub.waitFor(id, 'acceptance', (now) => messageState(now, queued) === 'accepted');
  },
);

sharedHubTest(
  'in an untrusted folder, the session reports it and the prompt waits',
  async ({ stage, hub }) => {
    stage.play(scene('hello', [say('Good morning.')]));
    const cwd = join(stage.folder, 'strange');
    mkdirSync(cwd);
    const { session_id: id } = await hub.ask('POST', '/sessions', {
      cwd,
      driver: 'tmux',
      prompt: 'hello',
      trust: 'terminal',
    });
    const view = await hub.waitFor(id, 'the warning', ({ warnings }) => warnings.length > 0);
    expect(view.warnings).toMatchObject([
      { code: 'trust_dialog', message: expect.stringContaining(`reins attach ${id}`) },
    ]);
    await hub.waitFor(id, 'the reason', ({ messages }) => messages[0]?.blocked_by === 'trust_dialog');
    const screen = await hub.ask('GET', `/sessions/${id}/screen`);
    expect(screen.text).toContain('Yes, I trust this folder');

    const { command } = await hub.ask('GET', `/sessions/${id}/attach`);
    const session = command.at(-1) as string;
    const press = (key: string) =>
      run('tmux', ['-S', join(hub.home, 'tmux.sock'), 'send-keys', '-t', `${session}:`, key], {
        env: stage.env,
      });
    await selectTrust(async () => (await hub.ask('GET', `/sessions/${id}/screen`)).text, press);
    await press('Enter');
    await hub.waitFor(id, 'the turn', hasTurn('hello', 'completed'));
  },
);
