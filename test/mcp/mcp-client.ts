/** An MCP client that speaks line by line to the built `reins mcp`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../scripts/run-step.mjs';
import { waitUntil } from '../../stage/patience.ts';

export class McpClient {
  readonly lines: Record<string, unknown>[] = [];
  readonly #child: ChildProcess;
  #rest = '';
  #id = 0;

  constructor(env: NodeJS.ProcessEnv, ...flags: string[]) {
    this.#child = spawn(process.execPath, [join(root, 'dist', 'reins.js'), 'mcp', ...flags], { env });
    this.#child.stdout?.on('data', (piece) => {
      const lines = `${this.#rest}${piece}`.split('\n');
      this.#rest = lines.pop() ?? '';
      // Throws for anything outside of the protocol.
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

  /** The text of a tool's result. */
  async call(name: string, args: object): Promise<string> {
    const { content } = await this.ask('tools/call', { name, arguments: args });
    return (content as { text: string }[]).map(({ text }) => text).join('');
  }
}
