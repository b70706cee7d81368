/** Messages about the NATS server: how to install and start it, and whether it has reloaded its users. */
import type { FleetFiles } from '../../fleet/fleet-files.ts';
import type { NatsReload } from '../../protocol/fleet-invitation.ts';
import { findProgram } from '../install/find-program.ts';

/** Empty if nats-server is installed. */
export function installWords(env: NodeJS.ProcessEnv): string[] {
  if (findProgram('nats-server', env)) return [];
  return [
    'nats-server is not installed here. On Debian and Ubuntu: "apt-get install nats-server"; on macOS: "brew install nats-server"; others: https://nats.io/download. Version 2.9 or newer.',
  ];
}

/** Empty if the server uses the new configuration. */
export function reloadWords(reload: NatsReload | undefined, { natsFile, pidFile }: FleetFiles): string[] {
  if (reload === 'not_running')
    return [
      `No nats-server is running with ${natsFile} on this machine. Start it: "nats-server -c ${natsFile}". If it runs on another machine, copy the file there and reload the server.`,
    ];
  if (reload === 'failed')
    return [
      `The NATS server runs as another user and must reload its configuration. As that user, run: "nats-server --signal reload=${pidFile}".`,
    ];
  return [];
}
