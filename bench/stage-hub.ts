/** A hub process over a stage, so that it can start the real Claude Code, with shortcuts to drive it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '../stage/patience.ts';
import type { Stage } from '../stage/stage.ts';

export interface BenchStageHub {
  readonly url: string;
  readonly pid: number;
  readonly token: string;
  readonly env: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  ask(method: string, path: string, body?: object): Promise<any>;
  close(): Promise<void>;
}

/** `name` distinguishes several hubs on one stage; `added` is added to the environment of this one. */
export async function startBenchStageHub(
  stage: Stage,
  name = 'reins-home',
  added: Readonly<Record<string, string>> = {},
): Promise<BenchStageHub> {
  const home = join(stage.folder, name);
  const env = { ...stage.env, REINS_HOME: home, REINS_CLAUDE: stage.claudeBinary, ...added };
  // The bundle of a benchmark is two folders below the root.
  const entry = join(import.meta.dirname, '../../dist/reins.js');
  const child = spawn(process.execPath, [entry, 'up', '--port', '0'], { env, stdio: 'ignore' });
  const hubFile = join(home, 'hub.json');
  await waitUntil('the hub', () => existsSync(hubFile));
  const { url } = JSON.parse(readFileSync(hubFile, 'utf8')) as { url: string };
  const token = readFileSync(join(home, 'token'), 'utf8').trim();
  return {
    url,
    pid: child.pid as number,
    token,
    env,
    async ask(method, path, body) {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    async close() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
