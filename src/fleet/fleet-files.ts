/** The files of a fleet in `$REINS_HOME/fleet`. Only names: what is in them belongs to the modules that read them. */
import { join } from 'node:path';

export interface FleetFiles {
  readonly folder: string;
  /** Who this host is in the fleet, and its key. */
  readonly memberFile: string;
  /** The founder's list of hosts; the configuration of the NATS server is made from it. */
  readonly hostsFile: string;
  readonly natsFile: string;
  /** Written by the NATS server. */
  readonly pidFile: string;
  readonly storeFolder: string;
  /** Copies of the other hosts' logs. */
  readonly copiesFile: string;
  readonly caFile: string;
}

export function fleetFilesIn(home: string): FleetFiles {
  const folder = join(home, 'fleet');
  return {
    folder,
    memberFile: join(folder, 'member.json'),
    hostsFile: join(folder, 'hosts.json'),
    natsFile: join(folder, 'nats.conf'),
    pidFile: join(folder, 'nats.pid'),
    storeFolder: join(folder, 'jetstream'),
    copiesFile: join(folder, 'copies.db'),
    caFile: join(folder, 'ca.pem'),
  };
}
