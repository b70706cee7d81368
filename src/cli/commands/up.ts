/** `reins up`: runs the hub in the foreground until it is told to stop. */
import { once } from 'node:events';
import { consoleLog } from '../../hub/hub-log.ts';
import { REINS_VERSION } from '../../lib/version.ts';
import { runHub } from '../run-hub.ts';

export interface UpFlags {
  readonly port?: number;
  readonly host?: string;
  readonly allowedHost?: readonly string[];
}

export async function up({ port, host, allowedHost }: UpFlags): Promise<number> {
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const hub = await runHub({
    port,
    host,
    allowedHosts: allowedHost,
    env: process.env,
    output: consoleLog,
  });
  console.log(`Reins ${REINS_VERSION} is up at ${hub.url}`);
  console.log(`Its files are in ${hub.home.folder}. Ctrl-C stops it.`);
  await stopped;
  await hub.close();
  console.log('Reins has stopped.');
  return 0;
}
