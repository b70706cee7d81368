/**
 * `reins upgrade-check`: whether the running hub is the installed version. It contacts no registry; it only prints the command
 * that would.
 */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { locateHome } from '../../hub/home/reins-home.ts';
import { REINS_VERSION } from '../../lib/version.ts';
import { proveHub } from '../../sdk-node/prove-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { printJson } from '../print.ts';
import { serviceManager } from '../service/service-manager.ts';
import { serviceName } from '../service/service-spec.ts';

const ANSWER_MS = 5000;

export async function upgradeCheck({ json }: { readonly json?: boolean }): Promise<number> {
  const home = locateHome(process.env);
  const hub = await proveHub(home, AbortSignal.timeout(ANSWER_MS)).catch(() => undefined);
  const { isActive } = await serviceManager({ env: process.env }).state(serviceName(home));
  const folder = dirname(dirname(realpathSync(process.argv[1] ?? '')));
  const newer = howToLook(folder);
  const needsRestart = hub !== undefined && hub.version !== REINS_VERSION;
  if (json) {
    printJson({
      ...{ installed: REINS_VERSION, folder, running: hub?.version ?? null, needs_restart: needsRestart },
      look_for_newer: newer,
    });
    return EXIT.done;
  }
  console.log(`Version ${REINS_VERSION} is installed in ${folder}.`);
  if (!hub) console.log('No hub is running.');
  else if (!needsRestart) console.log(`The hub at ${hub.url} runs this version.`);
  else {
    const restart = isActive ? '"reins service install"' : '"reins down", then "reins up --detach"';
    console.log(
      `The hub at ${hub.url} still runs version ${hub.version}. To upgrade it: ${restart}. Sessions continue.`,
    );
  }
  console.log(`To look for a newer version: ${newer}`);
  return EXIT.done;
}

function howToLook(folder: string): string {
  return existsSync(join(folder, '.git'))
    ? `git -C ${folder} fetch && git -C ${folder} log --oneline HEAD..@{upstream}`
    : 'npm outdated --global reins';
}
