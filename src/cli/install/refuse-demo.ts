/** Keeps the temporary home of a demo out of settings that outlive it. */
import { existsSync } from 'node:fs';
import type { ReinsHome } from '../../hub/home/reins-home.ts';
import { ReinsError } from '../../protocol/errors.ts';

/** Throws `forbidden`. `what` would keep the name of the folder after the demo has ended. */
export function refuseDemo({ demoFile, folder }: ReinsHome, what: string): void {
  if (!existsSync(demoFile)) return;
  throw new ReinsError(
    'forbidden',
    `REINS_HOME is the temporary folder of a demo, ${folder}, and ${what} would still name it after the demo. Nothing was changed. To set up your own hub, first run: unset REINS_HOME`,
    { folder },
  );
}
