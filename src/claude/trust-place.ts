/**
 * Where Claude Code 2.1.325 looks for a person's trust in a folder: in the folder itself and its parents, up to the root of
 * its repository. A repository is not trusted just because it is inside a trusted folder. A linked worktree is trusted with
 * its main repository.
 */
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

export interface TrustPlace {
  /** What a person trusts by accepting: the repository, or the folder if there is none. Absolute, with links resolved. */
  readonly root: string;
  /** Trust in any of these is trust in the folder. */
  readonly folders: readonly string[];
}

/** Throws if there is no such folder. */
export function findTrustPlace(folder: string): TrustPlace {
  const folders: string[] = [];
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    folders.push(at);
    const kind = kindOfGit(at);
    if (kind === 'folder') return { root: at, folders };
    if (kind === 'file') return { root: at, folders: [...folders, ...mainRepository(at)] };
    if (dirname(at) === at) return { root: folders[0] ?? at, folders };
  }
}

/** Whether Claude Code's own record shows that a person has accepted its trust dialog for one of the folders. */
export function isRecordedAsTrusted(stateFile: string, folders: readonly string[]): boolean {
  try {
    const { projects = {} } = JSON.parse(readFileSync(stateFile, 'utf8')) as State;
    return folders.some((folder) =>
      [folder, folder.normalize('NFC')].some((name) => projects[name]?.hasTrustDialogAccepted === true),
    );
  } catch {
    return false;
  }
}

interface State {
  readonly projects?: Readonly<Record<string, { readonly hasTrustDialogAccepted?: unknown } | undefined>>;
}

function kindOfGit(folder: string): 'folder' | 'file' | undefined {
  const stats = lstatSync(join(folder, '.git'), { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  return stats.isDirectory() ? 'folder' : 'file';
}

/** Only if that repository also lists the worktree: anyone can create a file that names a trusted one. */
function mainRepository(worktree: string): string[] {
  try {
    const [, named = ''] = /^gitdir: (.+)$/m.exec(readFileSync(join(worktree, '.git'), 'utf8')) ?? [];
    const entry = realpathSync(resolve(worktree, named.trim()));
    const gitFolder = dirname(dirname(entry));
    const back = readFileSync(join(entry, 'gitdir'), 'utf8').trim();
    const isKnown = realpathSync(resolve(entry, back)) === join(worktree, '.git');
    return isKnown && basename(dirname(entry)) === 'worktrees' && basename(gitFolder) === '.git'
      ? [dirname(gitFolder)]
      : [];
  } catch {
    return [];
  }
}
