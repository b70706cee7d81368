/** Every transcript on disk, those of subagents included, with what tells whether it has changed. Links are not followed. */
import { closeSync, type Dir, type Dirent, lstatSync, opendirSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { projectsFolder } from '../claude/transcript-paths.ts';

const SESSION_FILE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl$/;
const SESSION_FOLDER = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const AGENT_FILE = /^agent-(.+)\.jsonl$/;
/** In the first row of a subagent, behind what it was asked at most. */
const SESSION_FIELD = /"sessionId":"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/;
const HEAD_BYTES = 256 * 1024;
const ENTRIES_AT_ONCE = 100;

export interface FoundFile {
  readonly path: string;
  readonly sessionId: string;
  readonly agentId: string | undefined;
  readonly inode: number;
  readonly size: number;
  readonly modifiedAt: number;
}

/** Which session a file is known to belong to. */
export type KnownSession = (path: string) => string | undefined;

/** One by one: there may be any number of them. Folders that may not be read are passed over. */
export function* listTranscriptFiles(
  configFolder: string,
  knownSession: KnownSession = () => undefined,
): Generator<FoundFile> {
  const root = projectsFolder(configFolder);
  for (const project of entriesOf(root)) {
    if (!project.isDirectory()) continue;
    const folder = join(root, project.name);
    for (const entry of entriesOf(folder)) {
      if (entry.isFile() && SESSION_FILE.test(entry.name)) {
        yield* look(join(folder, entry.name), basename(entry.name, '.jsonl'));
      } else if (entry.isFile()) yield* oldSubagent(join(folder, entry.name), knownSession);
      else if (entry.isDirectory() && SESSION_FOLDER.test(entry.name)) yield* subagents(folder, entry.name);
    }
  }
}

/** One transcript and those of its subagents. */
export function* listFilesOf(transcript: string): Generator<FoundFile> {
  const sessionId = basename(transcript, '.jsonl');
  yield* look(transcript, sessionId);
  yield* subagents(dirname(transcript), sessionId);
}

function* subagents(folder: string, sessionId: string): Generator<FoundFile> {
  const place = join(folder, sessionId, 'subagents');
  for (const entry of entriesOf(place)) {
    const [, agentId] = AGENT_FILE.exec(entry.name) ?? [];
    if (entry.isFile() && agentId) yield* look(join(place, entry.name), sessionId, agentId);
  }
}

/** Claude Code 2.0 wrote subagents beside the transcripts of their sessions; only the rows tell which one it is. */
function oldSubagent(path: string, knownSession: KnownSession): FoundFile[] {
  const [, agentId] = AGENT_FILE.exec(basename(path)) ?? [];
  const sessionId = agentId && (knownSession(path) ?? sessionInHead(path));
  return sessionId ? look(path, sessionId, agentId) : [];
}

function sessionInHead(path: string): string | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      const bytes = readSync(file, head, 0, HEAD_BYTES, 0);
      return SESSION_FIELD.exec(head.toString('latin1', 0, bytes))?.[1];
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function look(path: string, sessionId: string, agentId?: string): FoundFile[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return [];
  return [{ path, sessionId, agentId, inode: stats.ino, size: stats.size, modifiedAt: stats.mtimeMs }];
}

/** What is not there, or may not be read, has none. */
function* entriesOf(folder: string): Generator<Dirent> {
  const opened = open(folder);
  if (!opened) return;
  try {
    for (let entry = opened.readSync(); entry; entry = opened.readSync()) yield entry;
  } finally {
    opened.closeSync();
  }
}

function open(folder: string): Dir | undefined {
  try {
    return opendirSync(folder, { bufferSize: ENTRIES_AT_ONCE });
  } catch {
    return undefined;
  }
}
