/** The built `reins up` as a process on a stage: it sees the stage's sessions, and can be killed and restarted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '../src/sdk/index.ts';
import { waitUntil } from '../stage/patience.ts';
import type { Stage } from '../stage/stage.ts';
import { type ReinsProcess, startReins } from './reins-process.ts';

export interface StageHub {
  /** Its current address: a restart may change it. */
  readonly url: string;
  readonly pid: number;
  readonly home: string;
  readonly token: string;
  readonly ingestToken: string;
  readonly client: Client;
  readonly env: Readonly<Record<string, string>>;
  /** Runs another `reins` command against this hub and returns its output. */
  run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }>;
  start(...args: string[]): ReinsProcess;
  /** The hub's output since its last start. */
  output(): string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again, on the same port unless another is given. */
  restart(port?: string): Promise<void>;
  /** Sends a signal without waiting for the end, to freeze or resume the hub. */
  signal(signal: NodeJS.Signals): void;
}

/** `name` distinguishes several hubs on one stage; `added` is added to the environment of this one. */
export async function startStageHub(
  stage: Stage,
  name = 'reins-home',
  added: Readonly<Record<string, string>> = {},
): Promise<StageHub> {
  const home = join(stage.folder, name);
  const env = { ...stage.env, REINS_HOME: home, REINS_CLAUDE: stage.claudeBinary, ...added };
  /** Undefined if something else, such as the hub of another test, got the port of a hub that was killed. */
  const up = async (port: string) => {
    const process = startReins(['up', '--port', port], env);
    const isUp = process.waitForOutput(/is up at (\S+)/);
    isUp.catch(() => {});
    const outcome = await Promise.race([isUp, process.exited]);
    if (Array.isArray(outcome)) return { process, url: outcome[1] ?? '' };
    if (outcome.stderr.includes('is taken by another program')) return undefined;
    throw new Error(`The hub exited with ${outcome.code}:\n${outcome.stderr}`);
  };
  const start = (port: string) => waitUntil('the hub to start', () => up(port));
  let running = await start('0');
  const readToken = (file: string) => readFileSync(join(home, file), 'utf8').trim();
  const token = readToken('token');
  return {
    get url() {
      return running.url;
    },
    get pid() {
      return running.process.pid;
    },
    home,
    token,
    ingestToken: readToken('ingest-token'),
    client: createClient({ url: () => running.url, token }),
    env,
    run: (...args) => startReins(args, env).exited,
    start: (...args) => startReins(args, env),
    output: () => Object.values(running.process.output()).join('\n'),
    async kill(signal = 'SIGKILL') {
      running.process.child.kill(signal);
      await running.process.exited;
    },
    async restart(port = new URL(running.url).port) {
      running = await start(port);
    },
    signal: (signal) => void running.process.child.kill(signal),
  };
}
