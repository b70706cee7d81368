/** `$REINS_HOME`: the folder with the hub's files. Defines the names of those files, not their content. */
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
  /** The keys that identify the hub to push services. */
  readonly pushKeyFile: string;
  /** The databases: events, and past sessions. */
  readonly logFile: string;
  readonly backupsFolder: string;
  readonly historyFile: string;
  /** The socket for local hooks: anyone who can open it can post hooks. */
  readonly socketFile: string;
  /** Files for hooks: the script that carries requests, and headers for remote hubs. */
  readonly hooksFolder: string;
  /** The script that carries permission requests to the hub. */
  readonly forwarderFile: string;
  /** The script that carries messages from the socket to sessions. */
  readonly relayFile: string;
  /** Changed to make sessions look for a message. Beside it is a mark for every session that may get one. */
  readonly bellFile: string;
  /** The sessions that were deleted in editors. */
  readonly editorDeletedFile: string;
  /** Exists in the home of a demo. */
  readonly demoFile: string;
  /** Exists if the person does not want to be asked about installing the hooks again. */
  readonly noOfferFile: string;
}

export function locateHome(env: NodeJS.ProcessEnv): ReinsHome {
  const folder = resolve(env['REINS_HOME'] || join(homedir(), '.reins'));
  return {
    folder,
    hubFile: join(folder, 'hub.json'),
    lockFile: join(folder, 'hub.lock'),
    settingsFile: join(folder, 'config.json'),
    policyFile: join(folder, 'policy.json'),
    editorDeletedFile: join(folder, 'deleted-in-editors.json'),
    pushKeyFile: join(folder, 'push-keys.json'),
    logFile: join(folder, 'reins.db'),
    backupsFolder: join(folder, 'backups'),
    historyFile: join(folder, 'history.db'),
    socketFile: socketFileIn(folder, 'hub.sock'),
    hooksFolder: join(folder, 'hooks'),
    forwarderFile: join(folder, 'hooks', 'ask.sh'),
    relayFile: join(folder, 'hooks', 'relay.sh'),
    bellFile: join(folder, 'relay', 'reins-bell'),
    demoFile: join(folder, 'demo'),
    noOfferFile: join(folder, 'no-install-offer'),
  };
}

/** Creates the folder, readable only by its owner. Throws `home_not_writable` with a remedy. */
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
  ENOSPC: (folder) => `The disk of ${folder} is full. Free some space.`,
  EDQUOT: (folder) => `Your disk quota for ${folder} is used up. Free some space.`,
  EROFS: (folder) =>
    `The file system of ${folder} is read-only. Make it writable, or set REINS_HOME to another folder.`,
};

/** Describes a file of the wrong kind to the person who starts the hub. Other errors are unchanged. */
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
