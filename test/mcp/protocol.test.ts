/** `reins mcp` spoken to line by line: what it offers, what it refuses, and that nothing ends it but the end of its input. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../../scripts/run-step.mjs';
import { waitUntil } from '../../stage/patience.ts';
import { type ReinsUser, reinsTest } from '../reins-process.ts';

class Client {
  readonly lines: Record<string, unknown>[] = [];
  readonly #child: ChildProcess;
  #rest = '';
  #id = 0;

  constructor(env: NodeJS.ProcessEnv, ...flags: string[]) {
    this.#child = spawn(process.execPath, [join(root, 'dist', 'reins.js'), 'mcp', ...flags], { env });
    this.#child.stdout?.on('data', (piece) => {
      const lines = `${this.#rest}${piece}`.split('\n');
      this.#rest = lines.pop() ?? '';
      // Throws for anything that is not the protocol.
      for (const line of lines) this.lines.push(JSON.parse(line) as Record<string, unknown>);
    });
  }

  write(text: string): void {
    this.#child.stdin?.write(`${text}\n`);
  }

  async ask(method: string, params: object = {}) {
    this.#id += 1;
    const id = this.#id;
    this.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const { result, error } = await waitUntil(method, () => this.lines.find((line) => line['id'] === id));
    return (result ?? error) as Record<string, unknown>;
  }

  async begin(): Promise<void> {
    const clientInfo = { name: 'test', version: '1' };
    await this.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  }

  async tools(): Promise<string[]> {
    const { tools } = await this.ask('tools/list');
    return (tools as { name: string }[]).map(({ name }) => name);
  }

  async end(): Promise<number | null> {
    this.#child.stdin?.end();
    const [code] = (await once(this.#child, 'exit')) as [number | null];
    return code;
  }
}

const startHub = (user: ReinsUser) => user.reins(['up', '--port', '0']).waitForOutput(/up at (\S+)/);

reinsTest('offers no way to answer what Claude waits for', async ({ user }) => {
  await startHub(user);
  const client = new Client(user.env);
  await client.begin();
  expect(await client.tools()).toEqual(['list_sessions', 'read_session', 'send_prompt', 'start_session']);
  expect(await client.end()).toBe(0);
  const reader = new Client(user.env, '--read-only');
  await reader.begin();
  expect(await reader.tools()).toEqual(['list_sessions', 'read_session']);
  await reader.end();
});

reinsTest('what goes wrong is told; bad lines end nothing', async ({ user }) => {
  await startHub(user);
  const client = new Client(user.env);
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

reinsTest('does no more than its token may', async ({ user }) => {
  await startHub(user);
  const { stdout } = await user.reins(['token', 'add', 'looker', '--role', 'viewer']).exited;
  const client = new Client({ ...user.env, REINS_TOKEN: stdout.trim() });
  await client.begin();
  const start = { name: 'start_session', arguments: { cwd: '/', prompt: 'x' } };
  expect(await client.ask('tools/call', start)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('forbidden') }],
  });
  await client.end();
});
