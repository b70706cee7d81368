/** Starts a hub in the background and waits until it responds. Prints nothing. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { readHubFile } from '../hub/home/hub-file.ts';
import { locateHome, prepareHome, type ReinsHome } from '../hub/home/reins-home.ts';
import { waitUntil } from '../lib/wait-until.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { HubFile } from '../protocol/hub.ts';
import { createClient } from '../sdk/client.ts';
import { EXIT } from './exit-codes.ts';
import { openUpLog, upLogFile } from './up-log.ts';

const PATIENCE_MS = 60_000;

export type Launched =
  | { readonly hub: HubFile; readonly logFile: string }
  /** It exited instead: its output and its exit code. */
  | { readonly hub?: never; readonly output: string; readonly exitCode: number };

/** `args`: those of `reins up` in the foreground. */
export async function launchHub(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Launched> {
  const home = locateHome(env);
  prepareHome(home);
  const logFile = upLogFile(home);
  const log = openUpLog(logFile);
  const logStart = fstatSync(log).size;
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...args], {
    detached: true,
    env,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const hub = await waitUntil<HubFile | 'ended' | undefined>(
    'the hub',
    () => (hasEnded(child) ? 'ended' : answering(home, child)),
    { timeoutMs: PATIENCE_MS },
  ).catch(() => {
    throw new ReinsError(
      'internal',
      `The hub, pid ${child.pid}, has started but does not respond yet. Its output is in ${logFile}; check with "reins status".`,
    );
  });
  if (hub !== 'ended') return { hub, logFile };
  const output = readFileSync(logFile).subarray(logStart).toString();
  return { output, exitCode: child.exitCode || EXIT.failed };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** `hub.json` may belong to another hub, or be stale: only our child's counts, and only once it responds. */
async function answering(home: ReinsHome, child: ChildProcess): Promise<HubFile | undefined> {
  const hub = readHubFile(home);
  if (hub?.pid !== child.pid) return undefined;
  const health = await createClient({ url: hub?.url ?? '' })
    .health(AbortSignal.timeout(2000))
    .catch(() => undefined);
  return health && hub;
}
