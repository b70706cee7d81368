/** `reins up --detach`: starts the same program in the background and returns once it responds. */
import { locateHome } from '../../hub/home/reins-home.ts';
import { REINS_VERSION } from '../../lib/version.ts';
import type { HubFile } from '../../protocol/hub.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { proveHub } from '../../sdk-node/prove-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { launchHub } from '../launch-hub.ts';
import { guide } from '../start/guide.ts';

const ANSWER_MS = 5000;

/** `args`: the arguments of `reins` for the new process. Succeeds if a hub is already running. */
export async function upDetached(args: readonly string[], { open }: { open?: boolean }): Promise<number> {
  const running = await findRunning();
  if (running) {
    console.log(`Reins ${running.version} is already up at ${running.url} (pid ${running.pid}).`);
    for (const line of describeDifference(running, args)) console.error(`reins: ${line}`);
  } else {
    const launched = await launchHub(args, process.env);
    if (!launched.hub) {
      process.stderr.write(launched.output);
      return launched.exitCode;
    }
    const { hub, logFile } = launched;
    console.log(`Reins ${hub.version} is up at ${hub.url} (pid ${hub.pid})`);
    console.log(`Its output goes to ${logFile}. "reins down" stops it.`);
  }
  const { client } = findHub({ ...process.env, REINS_URL: '', REINS_TOKEN: '' });
  await guide(client, process.env, { open });
  return EXIT.done;
}

async function findRunning(): Promise<HubFile | undefined> {
  return proveHub(locateHome(process.env), AbortSignal.timeout(ANSWER_MS)).catch(() => undefined);
}

/** What a restart would change, for a hub that is already running. */
function describeDifference({ version }: HubFile, [, ...options]: readonly string[]): string[] {
  const restart = '"reins down", then "reins up --detach"; sessions continue.';
  if (version !== REINS_VERSION)
    return [`Version ${REINS_VERSION} is installed, but the hub runs ${version}. To upgrade it: ${restart}`];
  return options.length > 0
    ? ['Options take effect only when the hub starts. Run "reins down" first; sessions continue.']
    : [];
}
