/** `reins mcp` line by line: what it offers and refuses. Only the end of its input ends it. */
import { expect } from 'vitest';
import { type ReinsUser, reinsTest } from '../reins-process.ts';
import { McpClient } from './mcp-client.ts';

const startHub = (user: ReinsUser) => user.reins(['up', '--port', '0']).waitForOutput(/up at (\S+)/);

const READING = ['list_sessions', 'read_session', 'search_sessions', 'wait_for_turn'];
const STEERING = ['send_prompt', 'start_session', 'interrupt_session', 'stop_session'];

reinsTest('offers no tool to answer requests', async ({ user }) => {
  await startHub(user);
  const client = new McpClient(user.env);
  await client.begin();
  expect(await client.tools()).toEqual([...READING, ...STEERING]);
  expect(await client.end()).toBe(0);
  const reader = new McpClient(user.env, '--read-only');
  await reader.begin();
  expect(await reader.tools()).toEqual(READING);
  await reader.end();
});

reinsTest('errors are reported; invalid lines end nothing', async ({ user }) => {
  await startHub(user);
  const client = new McpClient(user.env);
  await client.begin();
  client.write('{"jsonrpc": nonsense');
  client.write('[]');
  expect(await client.ask('no/such/method')).toMatchObject({ code: -32601 });
  const missing = { name: 'read_session', arguments: { session_id: 'none' } };
  expect(await client.ask('tools/call', missing)).toMatchObject({ isError: true });
  const loose = { cwd: '/', prompt: 'x', permission_mode: 'bypassPermissions' };
  expect(JSON.stringify(await client.ask('tools/call', { name: 'start_session', arguments: loose }))).toMatch(
    /permission_mode/,
  );
  expect(await client.ask('tools/call', { name: 'list_sessions', arguments: {} })).toMatchObject({
    content: [{ text: 'No matching sessions.' }],
  });
  expect(await client.end()).toBe(0);
});

reinsTest('does only what its token allows', async ({ user }) => {
  await startHub(user);
  const { stdout } = await user.reins(['token', 'add', 'looker', '--role', 'viewer']).exited;
  const client = new McpClient({ ...user.env, REINS_TOKEN: stdout.trim() });
  await client.begin();
  const start = { name: 'start_session', arguments: { cwd: '/', prompt: 'x' } };
  expect(await client.ask('tools/call', start)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('forbidden') }],
  });
  await client.end();
});
