/** Opens this host's part in its fleet. The only file of this folder that a hub loads when it is in a fleet, and never otherwise. */
import type { HubLog } from '../lib/hub-log.ts';
import type { CopyStore } from '../store/copies.ts';
import type { PublishedPlace } from './event-publisher.ts';
import { Fleet, type FleetOptions } from './fleet.ts';
import type { FleetFiles } from './fleet-files.ts';
import { founderDuties } from './founder-duties.ts';
import type { Membership } from './membership.ts';
import { type SharedLogOptions, shareLog } from './shared-log.ts';

export interface OpenFleetOptions
  extends Omit<SharedLogOptions, 'name'>,
    Pick<
      FleetOptions,
      | 'maxRole'
      | 'countSessions'
      | 'answerHttp'
      | 'openTerminal'
      | 'presence'
      | 'live'
      | 'isShared'
      | 'onPromptRefused'
    > {
  readonly files: FleetFiles;
  readonly membership: Membership;
  readonly place: PublishedPlace;
  readonly copies: CopyStore;
  readonly now: () => string;
  readonly output: HubLog;
}

export function openFleet({ files, membership, now, log, reader, share, ...rest }: OpenFleetOptions): Fleet {
  return new Fleet({
    ...rest,
    membership,
    log: shareLog({ log, reader, share, name: membership.name }),
    founder: membership.founder === membership.host_id ? founderDuties(files, now) : undefined,
  });
}
