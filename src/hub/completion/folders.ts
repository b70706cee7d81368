/** Folders of this machine in which a session can be started. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Folder, FolderList } from '../../protocol/completion.ts';
import { ReinsError } from '../../protocol/errors.ts';

const MOST_LISTED = 500;
const RECENT = 12;

interface FolderOptions {
  readonly home: string;
  /** The folders of sessions, newest first. */
  readonly recent: readonly string[];
}

/** Throws `cwd_invalid` if the folder cannot be read. */
export function listFolders(asked: string | undefined, { home, recent }: FolderOptions): FolderList {
  const path = resolve((asked || home).replace(/^~(?=\/|$)/, home));
  if (asked && !isAbsolute(asked) && !asked.startsWith('~'))
    throw new ReinsError('cwd_invalid', `${asked} is not an absolute path. Start it with / or ~.`);
  const parent = dirname(path);
  return {
    ...describe(path),
    ...(parent !== path && { parent }),
    items: foldersIn(path),
    recent: recent.filter(isFolder).slice(0, RECENT).map(describe),
  };
}

function foldersIn(path: string): Folder[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.'))
      .filter((entry) => entry.isDirectory() || (entry.isSymbolicLink() && isFolder(join(path, entry.name))))
      .map(({ name }) => join(path, name))
      .sort((a, b) => a.localeCompare(b))
      .slice(0, MOST_LISTED)
      .map(describe);
  } catch (error) {
    throw new ReinsError('cwd_invalid', `Cannot read ${path}: ${(error as Error).message}`);
  }
}

/** A worktree has a file of that name. */
function describe(path: string): Folder {
  return { path, is_git: existsSync(join(path, '.git')) };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
