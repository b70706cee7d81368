/** `reins mcp` as a real Claude Code session uses it: it starts another session and reads its result. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../../scripts/run-step.mjs';
import type { Session } from '../../src/protocol/session.ts';
import { Gate } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn, startDrivenHub } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';
import { McpClient } from './mcp-client.ts';

/** Gives a folder settings that loosen the permission mode and run a command with every session. */
function bait(folder: string): { readonly hasRun: () => boolean } {
  const proof = `${folder}-hook-ran`;
  mkdirSync(join(folder, '.claude'), { recursive: true });
  const hooks = [{ hooks: [{ type: 'command', command: `touch '${proof}'` }] }];
  const settings = { permissions: { defaultMode: 'acceptEdits' }, hooks: { SessionStart: hooks } };
  writeFileSync(join(folder, '.claude', 'settings.json'), JSON.stringify(settings));
  return { hasRun: () => existsSync(proof) };
}

/** The session that the model has just started. */
const idIn = (text: string) => /"session_id":"([0-9a-f-]{36})","message_id"/.exec(text)?.[1] ?? 'none';

stageTest('a session starts another and receives its result', async ({ stage }) => {
  const strange = join(stage.folder, 'strange');
  const untrusted = bait(strange);
  const loose = stage.makeProject('loose');
  const trusted = bait(loose);
  const hub = await startDrivenHub(stage);
  stage.play(scene('the first work', [say('Seven.')]));
  const { session_id: freer } = await hub.ask('POST', '/sessions', {
    cwd: stage.project,
    driver: 'stream',
    permission_mode: 'acceptEdits',
    prompt: 'the first work',
  });
  await hub.waitFor(freer, 'the first work', hasTurn('the first work', 'completed'));
  stage.play(
    scene(
      'hand it on',
      [call('mcp__reins__start_session', { cwd: strange, prompt: 'the other work' })],
      [call('mcp__reins__send_prompt', { session_id: freer, text: 'the other work' })],
      [call('mcp__reins__start_session', { cwd: loose, prompt: 'the other work' })],
      [
        // The start of the id is enough.
        call('mcp__reins__wait_for_turn', ({ allText }) => ({
          session_id: idIn(allText).slice(0, 8),
        })),
      ],
      [call('mcp__reins__list_sessions', {})],
      [call('mcp__reins__read_session', { session_id: freer })],
      [say('Handed on.')],
    ),
    scene('the other work', [say('Forty-two.')]),
  );
  const { session_id: id } = await hub.ask('POST', '/sessions', {
    cwd: stage.project,
    driver: 'stream',
    prompt: 'hand it on',
    permission_mode: 'default',
    allowed_tools: ['mcp__reins'],
    mcp_config: {
      mcpServers: {
        reins: {
          command: process.execPath,
          args: [join(root, 'dist', 'reins.js'), 'mcp'],
          env: { REINS_HOME: hub.home },
        },
      },
    },
  });
  await hub.waitFor(id, 'the turn', hasTurn('hand it on', 'completed'));
  const results = stage.requests.flatMap(({ hearing }) => hearing.toolResults.map(({ text }) => text));
  expect(results.some((text) => text.includes('completed') && text.includes('Forty-two.'))).toBe(true);
  expect(results.some((text) => text.includes(id) && text.includes('working'))).toBe(true);
  // A conversation is read with its prompts.
  expect(results.find((text) => text.includes('"prompt":"the first work"'))).toMatch(
    /Seven\..*"outcome":"completed"/,
  );

  // Neither an untrusted folder nor a session in a looser mode lets the caller do more than it may.
  expect(results.find((text) => text.includes('folder_not_trusted'))).toContain('A person has to trust it');
  expect(results.find((text) => text.includes('forbidden'))).toContain('"acceptEdits"');
  await waitUntil('the hook of the trusted folder', trusted.hasRun);
  expect(untrusted.hasRun()).toBe(false);
  const { items } = await hub.ask('GET', '/sessions');
  const started = items.filter(({ session_id }: Session) => session_id !== id && session_id !== freer);
  expect(started).toMatchObject([{ cwd: loose, permission_mode: 'default' }]);
  // The hub ends it if nobody uses it any more.
  const left = started[0].session_id;
  const idleEnd = async () => (await hub.view(left)).end_when_idle_seconds;
  expect(await idleEnd()).toBe(900);
  await hub.ask('PATCH', `/sessions/${left}`, { end_when_idle_seconds: 1 });
  await hub.waitFor(left, 'its end', ({ status }) => status === 'ended');

  // A prompt resumes it, in a mode at most as loose as the caller's. Progress is reported on request.
  const gate = new Gate();
  stage.play(scene('once more', [say('Again forty-two.', { gate })]));
  const other = new McpClient(hub.env);
  await other.begin();
  await other.call('send_prompt', { session_id: left.slice(0, 8), text: 'once more' });
  const waiting = { name: 'wait_for_turn', arguments: { session_id: left }, _meta: { progressToken: 'p' } };
  const over = other.ask('tools/call', waiting);
  const progress = { method: 'notifications/progress', params: { progressToken: 'p' } };
  await waitUntil('progress', () => other.lines.some(({ method }) => method === progress.method));
  expect(other.lines).toContainEqual(
    expect.objectContaining({ ...progress, params: expect.objectContaining(progress.params) }),
  );
  gate.open();
  expect((await over)['structuredContent']).toMatchObject({ state: 'finished', text: 'Again forty-two.' });
  expect((await hub.view(left)).permission_mode).toBe('default');
  // Sooner once the caller has left. Claude Code may kill its MCP servers before they can report that.
  expect(await idleEnd()).toBe(900);
  expect(await other.end()).toBe(0);
  expect(await idleEnd()).toBe(60);
  await hub.kill('SIGTERM');
});
