/** `reins up --detach`: starts the same program in the background and returns once it responds. */
import { EXIT } from '../exit-codes.ts';
import { launchHub } from '../launch-hub.ts';

/** `args`: the arguments of `reins`, without `--detach`. */
export async function upDetached(args: readonly string[]): Promise<number> {
  const launched = await launchHub(args, process.env);
  if (!launched.hub) {
    process.stderr.write(launched.output);
    return launched.exitCode;
  }
  const { hub, logFile } = launched;
  console.log(`Reins ${hub.version} is up at ${hub.url} (pid ${hub.pid})`);
  console.log(`Its output goes to ${logFile}. "reins down" stops it.`);
  return EXIT.done;
}
