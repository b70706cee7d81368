/** `reins mcp` as a real Claude Code session uses it: it starts another session and reads its result. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../../scripts/run-step.mjs';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn, startDrivenHub } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';

stageTest('a session starts another and is told its result', async ({ stage }) => {
  const hub = await startDrivenHub(stage);
  stage.play(
    scene(
      'hand it on',
      [call('mcp__reins__start_session', { cwd: stage.project, prompt: 'the other work' })],
      [call('mcp__reins__list_sessions', {})],
      [say('Handed on.')],
    ),
    scene('the other work', [say('Forty-two.')]),
  );
  const { session_id: id } = await hub.ask('POST', '/sessions', {
    cwd: stage.project,
    driver: 'stream',
    prompt: 'hand it on',
    allowed_tools: ['mcp__reins__start_session', 'mcp__reins__list_sessions'],
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
  await hub.kill('SIGTERM');
});
