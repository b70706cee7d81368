/** Editors and MCP clients of one host work with the sessions of another. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { expect } from 'vitest';
import type { Session } from '../../src/protocol/session.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { Editor } from '../acp/editor.ts';
import { isIdle } from '../drivers/driven-hub.ts';
import { McpClient } from '../mcp/mcp-client.ts';
import { stageTest } from '../stage-test.ts';
import { startFleet } from './fleet-stage.ts';

stageTest('an editor and an MCP client list, prompt and answer on another host', async ({ stage }) => {
  stage.play(
    scene('from the editor', [call('Bash', { command: 'touch made.txt' })], [say('Made it.')]),
    scene('from the tool', [say('Forty-two.')]),
  );
  const { home } = await startFleet(stage, ['laptop']);
  const { session_id: sessionId }: Session = await home.ask('POST', '/sessions', {
    ...{ host: 'laptop', cwd: stage.project, permission_mode: 'default', trust: true },
  });
  await waitUntil('the session at home', async () => (await home.ask('GET', '/sessions')).items.length === 1);

  const editor = await Editor.open(home.env);
  const { sessions } = await editor.agent.request(methods.agent.session.list, {});
  expect(sessions).toMatchObject([{ sessionId, _meta: { reins: { host: 'laptop' } } }]);
  await editor.agent.request(methods.agent.session.load, {
    ...{ cwd: stage.project, mcpServers: [], sessionId },
  });
  const prompted = editor.prompt(sessionId, 'from the editor');
  const permission = await editor.permission();
  permission.answer(permission.request.options.find(({ kind }) => kind === 'allow_once')?.optionId);
  expect(await prompted).toEqual({ stopReason: 'end_turn' });
  expect(editor.text()).toBe('Made it.');
  expect(existsSync(join(stage.project, 'made.txt'))).toBe(true);
  await editor.close();

  await home.waitFor(sessionId, 'the session to be idle', isIdle);
  const tools = new McpClient(home.env);
  await tools.begin();
  expect(await tools.call('list_sessions', { host: 'laptop' })).toMatch(
    new RegExp(`^${sessionId} .* on laptop \\(`),
  );
  expect(await tools.call('list_sessions', { host: 'home' })).toBe('No matching sessions.');
  expect(await tools.call('read_session', { session_id: sessionId })).toContain('CLAUDE: Made it.');
  await tools.call('send_prompt', { session_id: sessionId, text: 'from the tool' });
  expect(await tools.call('wait_for_turn', { session_id: sessionId })).toContain('Forty-two.');
  await tools.end();
});
