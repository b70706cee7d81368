/**
 * `reins down`: stops the hub of this home, if there is one, and waits until it has ended. Its sessions continue, unless `--stop-sessions` is
 * given.
 */
import { readHubFile } from '../../hub/home/hub-file.ts';
import { locateHome } from '../../hub/home/reins-home.ts';
import { isProcessAlive, readStartMark } from '../../lib/process-identity.ts';
import { waitUntil } from '../../lib/wait-until.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { proveHub } from '../../sdk-node/prove-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { endRuns } from '../steer/end-runs.ts';

/** The hub may stop its sessions first (`on_shutdown`). */
const PATIENCE_MS = 60_000;
const ANSWER_MS = 5000;

export async function down({ stopSessions }: { stopSessions?: boolean } = {}): Promise<number> {
  const home = locateHome(process.env);
  const hub = readHubFile(home);
  const mark = hub && readStartMark(hub.pid);
  // A killed hub leaves its file behind.
  if (!hub || mark === undefined) {
    console.log(`No hub is running for ${home.folder}.`);
    return EXIT.done;
  }
  // The pid may belong to another program by now: only a hub that proves its identity is stopped.
  const proven = await proveHub(home, AbortSignal.timeout(ANSWER_MS)).catch(() => undefined);
  if (proven?.pid !== hub.pid) {
    throw new ReinsError(
      'hub_not_running',
      `${home.hubFile} names ${hub.url} and pid ${hub.pid}, but no hub responds there. If that process is a hub that hangs, end it with "kill ${hub.pid}".`,
      { ...hub },
    );
  }
  if (stopSessions) await endRuns(findHub({ ...process.env, REINS_URL: '' }).client);
  process.kill(hub.pid, 'SIGTERM');
  await waitUntil('the hub to stop', () => !isProcessAlive(hub.pid, mark), { timeoutMs: PATIENCE_MS }).catch(
    () => {
      throw new ReinsError(
        'internal',
        `The hub, pid ${hub.pid}, was asked to stop but is still running. End it with "kill -9 ${hub.pid}"; nothing is lost.`,
      );
    },
  );
  console.log(`Reins at ${hub.url} has stopped.`);
  return EXIT.done;
}
