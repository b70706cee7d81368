/** `reins up`: runs the hub in the foreground until it is stopped. */
import { once } from 'node:events';
import { locateHome } from '../../hub/home/reins-home.ts';
import { consoleLog } from '../../lib/hub-log.ts';
import { REINS_VERSION } from '../../lib/version.ts';
import type { Client } from '../../sdk/client.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { runHub } from '../run-hub.ts';
import { guide } from '../start/guide.ts';
import { endRuns } from '../steer/end-runs.ts';
import { boundUpLog, upLogFile } from '../up-log.ts';

export interface UpFlags {
  readonly port?: number;
  readonly host?: string;
  readonly allowedHost?: string[];
  readonly cert?: string;
  readonly key?: string;
  readonly httpsPort?: number;
  readonly publicUrl?: string;
  readonly stopSessionsOnExit?: boolean;
  readonly open?: boolean;
}

export async function up(flags: UpFlags): Promise<number> {
  boundUpLog(upLogFile(locateHome(process.env)));
  const stop = new AbortController();
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => stop.abort());
  const hub = await runHub({
    reach: {
      port: flags.port,
      host: flags.host,
      allowed_hosts: flags.allowedHost,
      tls_cert: flags.cert,
      tls_key: flags.key,
      https_port: flags.httpsPort,
      public_url: flags.publicUrl,
    },
    env: process.env,
    output: consoleLog,
  });
  console.log(`Reins ${REINS_VERSION} is up at ${hub.url}`);
  for (const line of describeReach(hub)) console.log(line);
  console.log(`Its files are in ${hub.home.folder}. Ctrl-C stops it.`);
  const isGuided = await guide(ownClient(), process.env, { open: flags.open, signal: stop.signal });
  if (isGuided) await stopped;
  if (flags.stopSessionsOnExit || hub.settings().on_shutdown === 'stop') await endSessions();
  await hub.close();
  console.log('Reins has stopped.');
  return 0;
}

/**
 * Like "reins down --stop-sessions", so that streams report the end of every session. A second signal ends the hub
 * immediately.
 */
async function endSessions(): Promise<void> {
  await endRuns(ownClient()).catch((error: unknown) =>
    console.error(`Some sessions were not stopped and continue: ${(error as Error).message}`),
  );
}

function ownClient(): Client {
  return findHub({ ...process.env, REINS_URL: '', REINS_TOKEN: '' }).client;
}

/** Warns a person who opens the hub to other devices. */
function describeReach({ url, addresses }: { url: string; addresses: readonly string[] }): string[] {
  const others = addresses.filter((address) => address !== url);
  if (others.length === 0) return [];
  const isPlain = others.some((address) => address.startsWith('http:'));
  return [
    `Other devices reach it at ${others.join(' and ')}; they need "reins pair" or a token.`,
    ...(isPlain
      ? [
          'That is plain HTTP: others on the network can read everything. "reins reach" shows how to get HTTPS.',
        ]
      : []),
  ];
}
