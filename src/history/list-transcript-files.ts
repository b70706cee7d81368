/** Every transcript on disk, those of subagents included, with what tells whether it has changed. Links are not followed. */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { projectsFolder } from '../claude/transcript-paths.ts';

const SESSION_FILE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl$/;
const SESSION_FOLDER = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const AGENT_FILE = /^agent-(.+)\.jsonl$/;

export interface FoundFile {
  readonly path: string;
  readonly sessionId: string;
  readonly agentId: string | undefined;
  readonly inode: number;
  readonly size: number;
  readonly modifiedAt: number;
}

/** Newest first. Folders that may not be read are passed over. */
export function listTranscriptFiles(configFolder: string): FoundFile[] {
  const root = projectsFolder(configFolder);
  const found = entriesOf(root).flatMap((project) => {
    if (!project.isDirectory()) return [];
    const folder = join(root, project.name);
    return entriesOf(folder).flatMap((entry) => {
      if (entry.isFile() && SESSION_FILE.test(entry.name)) {
        return look(join(folder, entry.name), basename(entry.name, '.jsonl'));
      }
      return entry.isDirectory() && SESSION_FOLDER.test(entry.name) ? subagents(folder, entry.name) : [];
    });
  });
  return found.sort((a, b) => b.modifiedAt - a.modifiedAt);
}

/** One transcript and those of its subagents. */
export function listFilesOf(transcript: string): FoundFile[] {
  const sessionId = basename(transcript, '.jsonl');
  return [...look(transcript, sessionId), ...subagents(dirname(transcript), sessionId)];
}

function subagents(folder: string, sessionId: string): FoundFile[] {
  const place = join(folder, sessionId, 'subagents');
  return entriesOf(place).flatMap((entry) => {
    const [, agentId] = AGENT_FILE.exec(entry.name) ?? [];
    return entry.isFile() && agentId ? look(join(place, entry.name), sessionId, agentId) : [];
  });
}

function look(path: string, sessionId: string, agentId?: string): FoundFile[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return [];
  return [{ path, sessionId, agentId, inode: stats.ino, size: stats.size, modifiedAt: stats.mtimeMs }];
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
