/** Where transcripts lie, and which paths may be followed: only those inside Claude Code's own folder. */
import { realpathSync } from 'node:fs';
import { lstat, opendir, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';

/** Enough to keep the disk busy, and little enough to hold. */
const LISTED_TOGETHER = 500;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function projectsFolder(configFolder: string): string {
  return join(configFolder, 'projects');
}

/** The folder of a session's subagents. */
export function subagentsFolder(transcriptPath: string): string {
  return join(dirname(transcriptPath), basename(transcriptPath, '.jsonl'), 'subagents');
}

/**
 * The real path of a transcript that a hook or row names, or undefined when it is not the session's own file inside
 * Claude Code's projects folder, links resolved: payloads can be forged.
 */
export function safeTranscriptPath(
  configFolder: string,
  sessionId: string,
  path: string,
): string | undefined {
  if (basename(path) !== `${sessionId}.jsonl`) return undefined;
  try {
    const root = realpathSync(projectsFolder(configFolder));
    // The file may not exist before the first prompt: its folder decides, and the file itself once it is there.
    const folder = realpathSync(dirname(path));
    if (folder !== root && !folder.startsWith(root + sep)) return undefined;
    return isLinkOutside(join(folder, basename(path)), root) ? undefined : join(folder, basename(path));
  } catch {
    return undefined;
  }
}

function isLinkOutside(path: string, root: string): boolean {
  try {
    return !realpathSync(path).startsWith(root + sep);
  } catch {
    return false;
  }
}

/** Finds a session's transcript by its name, whatever its project's folder is called. */
export async function findTranscript(configFolder: string, sessionId: string): Promise<string | undefined> {
  for (const folder of await listProjectFolders(await rootOf(configFolder))) {
    const path = join(folder, `${sessionId}.jsonl`);
    if (sessionOfFile(basename(path)) && (await lstat(path).catch(() => undefined))) return path;
  }
  return undefined;
}

export interface ListedTranscript {
  readonly sessionId: string;
  readonly path: string;
  /** A file where it seems to be; otherwise a link, which may lead anywhere. */
  readonly isPlain: boolean;
}

/** All transcripts, some at a time: there may be any number of them. */
export async function* listTranscripts(configFolder: string): AsyncGenerator<ListedTranscript[]> {
  for (const folder of await listProjectFolders(await rootOf(configFolder))) yield* listTranscriptsIn(folder);
}

async function rootOf(configFolder: string): Promise<string> {
  return realpath(projectsFolder(configFolder)).catch(() => projectsFolder(configFolder));
}

/** Of every project that Claude Code ran in. Links are not followed. */
export async function listProjectFolders(root: string): Promise<string[]> {
  const projects = await readdir(root, { withFileTypes: true }).catch(() => []);
  return projects.filter((entry) => entry.isDirectory()).map(({ name }) => join(root, name));
}

/** Some at a time. */
export async function* listTranscriptsIn(folder: string): AsyncGenerator<ListedTranscript[]> {
  const files = await opendir(folder, { bufferSize: LISTED_TOGETHER }).catch(() => []);
  let batch: ListedTranscript[] = [];
  for await (const file of files) {
    const sessionId = sessionOfFile(file.name);
    if (!sessionId) continue;
    if (batch.push({ sessionId, path: join(folder, file.name), isPlain: file.isFile() }) < LISTED_TOGETHER)
      continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The session whose transcript a file is by its name. */
export function sessionOfFile(name: string): string | undefined {
  const id = basename(name, '.jsonl');
  return name.endsWith('.jsonl') && UUID.test(id) ? id : undefined;
}
