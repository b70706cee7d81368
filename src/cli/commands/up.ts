/** `reins up`: runs the hub in the foreground until it is told to stop. */
import { once } from 'node:events';
import { readHubFile, removeHubFile, writeHubFile } from '../../hub/hub-file.ts';
import { locateHome, prepareHome, type ReinsHome } from '../../hub/reins-home.ts';
import { REINS_VERSION } from '../../lib/version.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { createApp } from '../../server/app.ts';
import { listen } from '../../server/listen.ts';
import { acquireHomeLock } from '../../store/home-lock.ts';
import { DEFAULT_HOST } from '../defaults.ts';

export async function up({ port }: { port: number }): Promise<number> {
  const home = locateHome(process.env);
  prepareHome(home);
  const lock = acquireHomeLock(home.lockFile);
  if (!lock) throw alreadyRunning(home);
  try {
    const listener = await listen(createApp(), DEFAULT_HOST, port);
    writeHubFile(home, {
      url: listener.url,
      pid: process.pid,
      version: REINS_VERSION,
      started_at: new Date().toISOString(),
    });
    console.log(`Reins ${REINS_VERSION} is up at ${listener.url}`);
    console.log(`Its files are in ${home.folder}. Ctrl-C stops it.`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    await listener.close();
    removeHubFile(home);
    console.log('Reins has stopped.');
  } finally {
    lock.release();
  }
  return 0;
}

/** We hold no lock, so whoever does is alive: `hub.json` is theirs, or about to be written. */
function alreadyRunning(home: ReinsHome): ReinsError {
  const other = readHubFile(home);
  const where = other ? ` at ${other.url} (pid ${other.pid}, since ${other.started_at})` : '';
  return new ReinsError(
    'hub_already_running',
    `A hub already runs for ${home.folder}${where}. Use that one, stop it first, or set REINS_HOME to another folder.`,
    { ...other },
  );
}
