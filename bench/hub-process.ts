/** A hub process with its own home, over a hand-made Claude folder, for benchmarks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStartMark } from '../src/lib/process-identity.ts';
import { waitUntil } from '../stage/patience.ts';

export interface BenchHub {
  readonly url: string;
  readonly pid: number;
  readonly operatorToken: string;
  readonly ingestToken: string;
  /** Ends it, by default gracefully, and waits until it has ended. */
  close(signal?: NodeJS.Signals): Promise<void>;
}

export interface BenchHome {
  readonly folder: string;
  /** Announces a live session with a real process, and returns the path of its transcript. */
  announce(sessionId: string, pid: number): string;
  startHub(): Promise<BenchHub>;
  remove(): void;
}

export function makeBenchHome(): BenchHome {
  const folder = mkdtempSync(join(tmpdir(), 'reins-bench-'));
  const config = join(folder, 'claude');
  const projects = join(config, 'projects', 'bench');
  for (const path of [join(config, 'sessions'), projects, join(folder, 'home')]) {
    mkdirSync(path, { recursive: true });
  }
  return {
    folder,
    announce(sessionId, pid) {
      const now = Date.now();
      const entry = {
        pid,
        sessionId,
        procStart: readStartMark(pid),
        cwd: '/bench',
        status: 'idle',
        startedAt: now,
      };
      writeFileSync(
        join(config, 'sessions', `${pid}.json`),
        JSON.stringify({ ...entry, statusUpdatedAt: now }),
      );
      return join(projects, `${sessionId}.jsonl`);
    },
    startHub: () => startHub(folder, config),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** `folder` contains its home across restarts, `config` is the Claude folder it reads. */
export async function startHub(folder: string, config: string): Promise<BenchHub> {
  const home = join(folder, 'reins-home');
  const env = {
    PATH: process.env['PATH'],
    HOME: join(folder, 'home'),
    REINS_HOME: home,
    CLAUDE_CONFIG_DIR: config,
  };
  // The bundle of this file is two folders below the root.
  const entry = join(import.meta.dirname, '../../dist/reins.js');
  const child: ChildProcess = spawn(process.execPath, [entry, 'up', '--port', '0'], { env, stdio: 'ignore' });
  const hubFile = join(home, 'hub.json');
  // A killed hub has left its file behind.
  const { url } = await waitUntil('the hub', () => {
    const written = existsSync(hubFile) && JSON.parse(readFileSync(hubFile, 'utf8'));
    return written.pid === child.pid && written;
  });
  const token = (name: string) => readFileSync(join(home, name), 'utf8').trim();
  return {
    url,
    pid: child.pid as number,
    operatorToken: token('token'),
    ingestToken: token('ingest-token'),
    async close(signal = 'SIGTERM') {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}
