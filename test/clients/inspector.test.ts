/** MCP Inspector on the command line: checks the schemas of the tools, and calls them. */
import { expect } from 'vitest';
import { Gate } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { say, scene } from '../../stage/screenplay.ts';
import { hubTest } from '../interactions/answering-stage.ts';
import { CLIENTS, reins, runClient } from './third-party.ts';

hubTest.skipIf(CLIENTS === '')('MCP Inspector lists and calls the tools', async ({ stage, hub }) => {
  const gate = new Gate();
  stage.play(scene('think about it', [say('Forty-two.', { gate })]));
  const place = { env: { ...hub.env }, cwd: stage.project };
  const inspect = (...args: string[]) =>
    runClient(
      '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
      ['--cli', ...reins('mcp'), '-e', `REINS_HOME=${hub.home}`, '--method', ...args],
      place,
    );
  const call = async (name: string, args: object) => {
    const pairs = Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]);
    const { stdout, stderr } = await inspect('tools/call', '--tool-name', name, ...pairs);
    return JSON.parse(stdout || JSON.stringify({ stderr }));
  };
  const listed = await inspect('tools/list', '--strict');
  expect([listed.code, listed.stderr]).toEqual([0, expect.not.stringMatching(/error|warning/i)]);
  expect(JSON.parse(listed.stdout).tools.every((tool: object) => 'outputSchema' in tool)).toBe(true);

  // The id is known although the turn is still running, and this client leaves after each call.
  const { structuredContent: started } = await call('start_session', {
    cwd: stage.project,
    prompt: 'think about it',
  });
  const { session_id, message_id } = started;
  await gate.reached;
  const waited = await call('wait_for_turn', { session_id, message_id, timeout_seconds: 1 });
  expect(waited.structuredContent).toMatchObject({ state: 'running', status: 'working' });
  gate.open();
  const over = await call('wait_for_turn', { session_id: session_id.slice(0, 8), message_id });
  expect(over.structuredContent).toMatchObject({
    state: 'finished',
    outcome: 'completed',
    text: 'Forty-two.',
  });
  const read = await call('read_session', { session_id });
  expect(read.structuredContent.turns).toMatchObject([{ prompt: 'think about it', outcome: 'completed' }]);
  expect(JSON.stringify(await call('read_session', { session_id, folder: '/' }))).toMatch(/folder/);
  await waitUntil('the end of an idle session', async () => {
    const { end_when_idle_seconds } = await hub.view(session_id);
    return end_when_idle_seconds === 60;
  });
  expect((await call('stop_session', { session_id })).structuredContent.session.status).toBe('ended');
});
