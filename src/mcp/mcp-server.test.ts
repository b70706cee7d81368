/** The tools against the real server on a real log, with permission modes forged by hooks. */
import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, onTestFinished } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { OTHER_SESSION, type RunningServer, SESSION, START, serverTest } from '../../test/running-server.ts';
import { createClient } from '../sdk/client.ts';
import { createMcpServer } from './mcp-server.ts';

/** What different sources report about the mode of a session, in order. */
function reportModes(
  { log }: RunningServer,
  sessionId: string,
  ...reported: ['hook' | 'transcript', string][]
) {
  const drafts = reported.map(([source, permission_mode], index) => ({
    type: 'session_described' as const,
    source,
    at: START + index,
    fields: ['permission_mode'],
    observed: { permission_mode },
  }));
  log.append([{ sessionId, drafts }]);
}

async function callTool({ url, tokens }: RunningServer, name: string, args: object): Promise<string> {
  const client = createClient({ url, token: tokens.operator });
  const server = createMcpServer({
    ...{ client, version: '1', isReadOnly: false, ownSession: SESSION, idleSeconds: 900 },
    findSession: async (meant) => [SESSION, OTHER_SESSION].find((id) => id.startsWith(meant)) ?? meant,
  });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const received: JSONRPCMessage[] = [];
  here.onmessage = (message) => received.push(message);
  await server.connect(there);
  onTestFinished(() => server.close());
  const ask = async (id: number, method: string, params: object) => {
    await here.send({ jsonrpc: '2.0', id, method, params: { ...params } });
    return waitUntil(method, () => received.find((message) => 'id' in message && message.id === id));
  };
  const clientInfo = { name: 'test', version: '1' };
  await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  return JSON.stringify(await ask(2, 'tools/call', { name, arguments: args }));
}

const send = (server: RunningServer) =>
  callTool(server, 'send_prompt', { session_id: OTHER_SESSION, text: 'do it' });

const isSent = ({ steered }: RunningServer) => steered.some(([call]) => call === 'send');

serverTest('a hook cannot make the other session look stricter', async ({ server }) => {
  reportModes(server, SESSION, ['transcript', 'default']);
  reportModes(server, OTHER_SESSION, ['transcript', 'bypassPermissions'], ['hook', 'plan']);
  expect(await send(server)).toContain('forbidden');
  reportModes(server, OTHER_SESSION, ['transcript', 'default'], ['hook', 'acceptEdits'], ['hook', 'plan']);
  expect(await send(server)).toContain('forbidden');
  expect(isSent(server)).toBe(false);
});

serverTest('a mode reported only by hooks does not count', async ({ server }) => {
  reportModes(server, SESSION, ['transcript', 'default']);
  reportModes(server, OTHER_SESSION, ['hook', 'plan']);
  expect(await send(server)).toContain('forbidden');
  expect(isSent(server)).toBe(false);
});

serverTest('a hook cannot make the caller look looser', async ({ server }) => {
  reportModes(server, SESSION, ['transcript', 'plan'], ['hook', 'bypassPermissions']);
  reportModes(server, OTHER_SESSION, ['transcript', 'acceptEdits']);
  expect(await send(server)).toContain('forbidden');
  await callTool(server, 'start_session', { cwd: '/', prompt: 'do it' });
  const created = server.steered.filter(([call]) => call === 'create');
  expect(created).toMatchObject([
    ['create', { permission_mode: 'plan', end_when_idle_seconds: 900 }, 'operator'],
  ]);
  // Only a person can trust a folder.
  expect(created[0]?.[1]).not.toHaveProperty('trust');
});

serverTest('a mode in the transcript after a hook counts', async ({ server }) => {
  reportModes(server, SESSION, ['transcript', 'default']);
  reportModes(server, OTHER_SESSION, ['hook', 'bypassPermissions'], ['transcript', 'default']);
  expect(await send(server)).not.toContain('forbidden');
  expect(isSent(server)).toBe(true);
});

serverTest('reads earlier turns from the position in the answer', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  for (const [position, text] of ['one', 'two', 'three'].entries()) {
    const prompt = { prompt_id: text, uuid: text, text, origin: 'human', images: 0 };
    server.append('prompt_submitted', prompt, { item: text, position: position * 10 });
  }
  const read = (args: object) => callTool(server, 'read_session', { session_id: SESSION, ...args });
  const newest = await read({ turns: 2 });
  expect([newest.includes('USER: one'), newest.includes('USER: two')]).toEqual([false, true]);
  const [, count, place] = /\((\d+) earlier turn is not shown.*?before: (\d+)\)/.exec(newest) ?? [];
  expect(count).toBe('1');
  const earlier = await read({ turns: 2, before: Number(place) });
  expect([earlier.includes('USER: one'), earlier.includes('USER: two')]).toEqual([true, false]);
});

serverTest('interrupts and stops only sessions that the caller may prompt', async ({ server }) => {
  const calls = ['interrupt_session', 'stop_session'];
  reportModes(server, SESSION, ['transcript', 'default']);
  reportModes(server, OTHER_SESSION, ['transcript', 'bypassPermissions']);
  for (const name of calls)
    expect(await callTool(server, name, { session_id: '2222' })).toContain('forbidden');
  for (const name of calls)
    expect(await callTool(server, name, { session_id: '1111' })).toContain('you are in');
  expect(server.steered).toEqual([]);
  reportModes(server, OTHER_SESSION, ['transcript', 'default']);
  await callTool(server, 'interrupt_session', { session_id: '2222' });
  expect(server.steered).toMatchObject([['interrupt', OTHER_SESSION, expect.anything()]]);
});

serverTest('refuses unknown arguments and names them', async ({ server }) => {
  for (const [name, args] of [
    ['list_sessions', { folder: '/' }],
    ['start_session', { cwd: '/', prompt: 'x', trust: true }],
    ['send_prompt', { session_id: SESSION, text: 'x', permission_mode: 'auto' }],
  ] as const) {
    expect(await callTool(server, name, args), name).toMatch(
      /Unrecognized key: .*(folder|trust|permission_mode).*"isError":true/,
    );
  }
  expect(server.steered).toEqual([]);
});

serverTest('returns structured output that its schema describes', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  const list = JSON.parse(await callTool(server, 'list_sessions', {}));
  expect(list.result.structuredContent).toMatchObject({
    sessions: [{ session_id: SESSION }],
    has_more: false,
  });
  const read = JSON.parse(await callTool(server, 'read_session', { session_id: '1111' }));
  expect(read.result.structuredContent).toMatchObject({
    session: { session_id: SESSION },
    waiting_for: [],
    turns: [],
  });
});
