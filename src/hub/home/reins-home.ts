/** `$REINS_HOME`: where the hub keeps its files. Owns the names of those files, not their content. */
import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { socketFileIn } from '../../lib/socket-file.ts';
import { ReinsError } from '../../protocol/errors.ts';

export interface ReinsHome {
  readonly folder: string;
  readonly hubFile: string;
  readonly lockFile: string;
  readonly settingsFile: string;
  readonly policyFile: string;
  /** The keys that push services know the hub by. */
  readonly pushKeyFile: string;
  /** The databases: of events, and of past sessions. */
  readonly logFile: string;
  readonly backupsFolder: string;
  readonly historyFile: string;
  /** Where hooks of this machine reach the hub; who may open the file may post hooks. */
  readonly socketFile: string;
  /** What hooks run and read: the script that carries asks, and headers for hubs elsewhere. */
  readonly hooksFolder: string;
  /** The script that carries permission asks to the hub. */
  readonly forwarderFile: string;
  /** The script that carries messages from the socket to sessions. */
  readonly relayFile: string;
  /** Changed to make sessions look for a message; beside it lies a mark for every session that may get any. */
  readonly bellFile: string;
}

export function locateHome(env: NodeJS.ProcessEnv): ReinsHome {
  const folder = resolve(env['REINS_HOME'] || join(homedir(), '.reins'));
  return {
    folder,
    hubFile: join(folder, 'hub.json'),
    lockFile: join(folder, 'hub.lock'),
    settingsFile: join(folder, 'config.json'),
    policyFile: join(folder, 'policy.json'),
    pushKeyFile: join(folder, 'push-keys.json'),
    logFile: join(folder, 'reins.db'),
    backupsFolder: join(folder, 'backups'),
    historyFile: join(folder, 'history.db'),
    socketFile: socketFileIn(folder, 'hub.sock'),
    hooksFolder: join(folder, 'hooks'),
    forwarderFile: join(folder, 'hooks', 'ask.sh'),
    relayFile: join(folder, 'hooks', 'relay.sh'),
    bellFile: join(folder, 'relay', 'reins-bell'),
  };
}

/** Makes the folder, readable by its owner only. Throws `home_not_writable` with the way out. */
export function prepareHome({ folder }: ReinsHome): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { message } = error as Error;
    throw new ReinsError(
      'home_not_writable',
      `Reins cannot use its folder ${folder} (${message}). Make it writable, or set REINS_HOME to another folder.`,
      { folder },
    );
  }
}

const DISK_TROUBLE: Readonly<Record<string, (folder: string) => string>> = {
  ENOSPC: (folder) => `The disk of ${folder} is full. Make room on it.`,
  EDQUOT: (folder) => `Your disk quota for ${folder} is used up. Make room in it.`,
  EROFS: (folder) =>
    `The file system of ${folder} is read-only. Make it writable, or set REINS_HOME to another folder.`,
};

/** A file that is not what it should be, in words for whoever starts the hub. Other errors stay as they are. */
export function explainHomeError(error: unknown, { folder }: ReinsHome): unknown {
  const { code, path, dest, info } = error as NodeJS.ErrnoException & {
    readonly dest?: string;
    readonly info?: { readonly path?: string };
  };
  const trouble = DISK_TROUBLE[code ?? ''];
  if (trouble)
    return new ReinsError('home_not_writable', `${trouble(folder)} Then start the hub again.`, { folder });
  const file = [dest, path, info?.path].find((name) => name?.startsWith(join(folder, '/')));
  if (file === undefined || code === undefined) return error;
  const why = /EISDIR/.test(code) ? 'it is a folder' : code;
  return new ReinsError(
    'home_not_writable',
    `${file} cannot be used (${why}). Move it out of the way, then start the hub again.`,
    { folder, file },
  );
}
