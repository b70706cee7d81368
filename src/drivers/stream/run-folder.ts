/**
 * The folder of one run, `$REINS_HOME/runs/<run id>/`, which the hub and the run's runner share. Defines the names of its
 * files and who writes which. An older runner may work with a newer hub, so names and shapes are only ever added.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ProcessMark } from '../../lib/process-identity.ts';
import { socketFileIn } from '../../lib/socket-file.ts';
import { writeFileAtomically } from '../../lib/write-file-atomically.ts';

export type { ProcessMark };

/** The hub's record of a run, without secrets. */
export interface RunNote {
  readonly runId: string;
  /** The session it currently serves: /clear changes it. */
  readonly sessionId: string;
  readonly runner: ProcessMark;
  /** The started process, which leads its process group. Absent until it runs. */
  readonly leader?: ProcessMark;
  /** Claude Code itself. It is not the leader if the started program is a script that starts it. */
  readonly claude?: ProcessMark;
}

export interface RunFolder {
  readonly runId: string;
  readonly path: string;
  /** Written by the hub. */
  readonly noteFile: string;
  /** Written by the runner once it has started claude. */
  readonly leaderFile: string;
  readonly socketFile: string;
  /** For the runner's own error output. */
  readonly runnerLog: string;
  readonly mcpFile: string;
  readonly settingsFile: string;
}

export function runFolderAt(path: string): RunFolder {
  return {
    runId: basename(path),
    path,
    noteFile: join(path, 'run.json'),
    leaderFile: join(path, 'claude.json'),
    socketFile: socketFileIn(path, 'runner.sock'),
    runnerLog: join(path, 'runner.log'),
    mcpFile: join(path, 'mcp.json'),
    settingsFile: join(path, 'settings.json'),
  };
}

export function makeRunFolder(runsFolder: string, runId: string): RunFolder {
  const folder = runFolderAt(join(runsFolder, runId));
  mkdirSync(folder.path, { recursive: true, mode: 0o700 });
  return folder;
}

export function removeRunFolder({ path, socketFile }: RunFolder): void {
  rmSync(path, { recursive: true, force: true });
  rmSync(socketFile, { force: true });
}

export function writeNote({ noteFile }: RunFolder, note: RunNote): void {
  writeFileAtomically(noteFile, JSON.stringify(note));
}

/** Undefined if the hub died before writing it: then nothing was started. */
export function readNote({ noteFile }: RunFolder): RunNote | undefined {
  return readJson(noteFile) as RunNote | undefined;
}

export function readLeader({ leaderFile }: RunFolder): ProcessMark | undefined {
  return readJson(leaderFile) as ProcessMark | undefined;
}

/** The journal consists of segments, each named after the position of its first byte. */
export function segmentFile(folder: string, start: number): string {
  return join(folder, `journal-${start}`);
}

/** The start positions of the existing segments, in order. */
export function listSegments(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => /^journal-(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
