/**
 * Where transcripts are, how they are named, and which of them are there: the one lister for the log, the history index and
 * exports. Synchronous, because that costs a fraction of the processor time; on the hub's own thread, list with `takingTurns`.
 */
import {
  closeSync,
  type Dirent,
  lstatSync,
  opendirSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** The names of files and folders, and what is in the first row of a subagent. */
const PATTERNS = {
  /** `projects/<project>/<session>.jsonl`: the conversation of a session. */
  session: new RegExp(`^(${UUID})\\.jsonl$`),
  /** `projects/<project>/<session>/subagents/`: beside it, the folder of its subagents. */
  sessionFolder: new RegExp(`^${UUID}$`),
  /** `agent-<id>.jsonl` in that folder. Claude Code 2.0 wrote them beside the conversations of sessions. */
  subagent: /^agent-(.+)\.jsonl$/,
  /** The session that a row belongs to. */
  sessionField: new RegExp(`"sessionId":"(${UUID})"`),
};

/** The first row of a subagent names its session, behind what it was asked at most. */
const FIRST_ROW_BYTES = 256 * 1024;
const ENTRIES_AT_ONCE = 100;

/** An existing transcript, with what shows whether it has changed. */
export interface FoundTranscript {
  readonly path: string;
  readonly sessionId: string;
  /** The subagent whose conversation it is. */
  readonly agentId: string | undefined;
  readonly inode: number;
  readonly size: number;
  readonly modifiedAt: number;
  /** A link to a file that is also in Claude Code's folder. */
  readonly isLink?: boolean;
}

/** Which session a file is known to belong to. */
export type KnownSession = (path: string) => string | undefined;

export function projectsFolder(configFolder: string): string {
  return join(configFolder, 'projects');
}

/** The same with links resolved, if it is there: paths of transcripts begin with it. */
export function realProjectsFolder(configFolder: string): string {
  const folder = projectsFolder(configFolder);
  return realPath(folder) ?? folder;
}

/** The folder of a session's subagents. */
export function subagentsFolder(transcriptPath: string): string {
  return join(dirname(transcriptPath), basename(transcriptPath, '.jsonl'), 'subagents');
}

/** The session whose transcript a file is by its name. */
export function sessionOfFile(name: string): string | undefined {
  return PATTERNS.session.exec(name)?.[1];
}

/**
 * Every transcript on disk, those of subagents included, one by one: there may be any number of them. Folders that cannot be read
 * are skipped, and so are links that lead elsewhere. Subagents that Claude Code 2.0 wrote are listed if `knownSession` is given.
 */
export function* listTranscripts(
  configFolder: string,
  knownSession?: KnownSession,
): Generator<FoundTranscript> {
  for (const folder of listProjects(realProjectsFolder(configFolder))) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      yield* sessionAt(path, entry);
      if (entry.isDirectory() && PATTERNS.sessionFolder.test(entry.name)) {
        yield* listSubagents(`${path}.jsonl`);
      } else if (entry.isFile() && knownSession) yield* oldSubagentAt(path, knownSession);
    }
  }
}

/** The folders of all projects. Links are not followed. */
export function listProjects(root: string): string[] {
  return [...entriesOf(root)].filter((entry) => entry.isDirectory()).map(({ name }) => join(root, name));
}

/** The conversations of sessions in the folder of a project, without those of subagents. */
export function* listSessions(project: string): Generator<FoundTranscript> {
  for (const entry of entriesOf(project)) yield* sessionAt(join(project, entry.name), entry);
}

/** The conversations of a session's subagents. Links are not followed. */
export function* listSubagents(transcriptPath: string): Generator<FoundTranscript> {
  const folder = subagentsFolder(transcriptPath);
  for (const entry of entriesOf(folder)) {
    const [, agentId] = PATTERNS.subagent.exec(entry.name) ?? [];
    if (!agentId || !entry.isFile()) continue;
    yield* found(join(folder, entry.name), basename(transcriptPath, '.jsonl'), agentId);
  }
}

/** Undefined when the transcript is gone. Only for paths that were listed here, or that are safe. */
export function lookAt(path: string, sessionId: string): FoundTranscript | undefined {
  return found(path, sessionId)[0];
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
  const root = realPath(projectsFolder(configFolder));
  // The file may not exist before the first prompt: its folder decides, and the file itself once it is there.
  const folder = realPath(dirname(path));
  if (root === undefined || folder === undefined) return undefined;
  if (folder !== root && !folder.startsWith(root + sep)) return undefined;
  const inFolder = join(folder, basename(path));
  return (realPath(inFolder) ?? inFolder).startsWith(root + sep) ? inFolder : undefined;
}

/** Finds a session's transcript by its name, whatever its project's folder is called. */
export function findTranscript(configFolder: string, sessionId: string): string | undefined {
  if (!PATTERNS.sessionFolder.test(sessionId)) return undefined;
  return listProjects(realProjectsFolder(configFolder))
    .map((folder) => join(folder, `${sessionId}.jsonl`))
    .find((path) => statsOf(path, lstatSync));
}

function sessionAt(path: string, entry: Dirent): FoundTranscript[] {
  const sessionId = sessionOfFile(entry.name);
  if (!sessionId) return [];
  const isInside = entry.isFile() || realPath(path)?.startsWith(dirname(dirname(path)) + sep);
  return isInside ? found(path, sessionId) : [];
}

function oldSubagentAt(path: string, knownSession: KnownSession): FoundTranscript[] {
  const [, agentId] = PATTERNS.subagent.exec(basename(path)) ?? [];
  const sessionId = agentId && (knownSession(path) ?? sessionInFirstRow(path));
  return sessionId ? found(path, sessionId, agentId) : [];
}

function sessionInFirstRow(path: string): string | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(FIRST_ROW_BYTES);
      const bytes = readSync(file, head, 0, FIRST_ROW_BYTES, 0);
      return PATTERNS.sessionField.exec(head.toString('latin1', 0, bytes))?.[1];
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function found(path: string, sessionId: string, agentId?: string): FoundTranscript[] {
  const own = statsOf(path, lstatSync);
  const isLink = own?.isSymbolicLink();
  const stats = isLink ? statsOf(path, statSync) : own;
  if (!stats?.isFile()) return [];
  const { ino: inode, size, mtimeMs: modifiedAt } = stats;
  return [{ path, sessionId, agentId, inode, size, modifiedAt, ...(isLink && { isLink }) }];
}

/** What is not there, or may not be read, has none. */
function* entriesOf(folder: string): Generator<Dirent> {
  let opened: ReturnType<typeof opendirSync>;
  try {
    opened = opendirSync(folder, { bufferSize: ENTRIES_AT_ONCE });
  } catch {
    return;
  }
  try {
    for (let entry = opened.readSync(); entry; entry = opened.readSync()) yield entry;
  } finally {
    opened.closeSync();
  }
}

/** Undefined also for what may not be looked at. */
function statsOf(path: string, look: (path: string) => Stats): Stats | undefined {
  try {
    return look(path);
  } catch {
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
