/** Who is in the fleet, for operators of this hub: invites and removes hosts. Code that speaks NATS is loaded on use. */
import { fleetFilesIn } from '../../fleet/fleet-files.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Invited, NewInvitation, RemovedHost } from '../../protocol/fleet-invitation.ts';

export class FleetAdmin {
  readonly #files: ReturnType<typeof fleetFilesIn>;
  readonly #now: Clock;

  /** `home`: `$REINS_HOME`. */
  constructor({ home, now }: { readonly home: string; readonly now: Clock }) {
    this.#files = fleetFilesIn(home);
    this.#now = now;
  }

  /** Throws `invalid_request` on a host that has not founded the fleet. */
  async invite({ name, max_role, replace }: NewInvitation): Promise<Invited> {
    const { inviteHost } = await import('../../fleet/admission.ts');
    const { invitation, expiresAt, host, reload } = inviteHost(this.#files, {
      ...{ name, maxRole: max_role, isReplacement: replace, now: this.#moment() },
    });
    return { invitation, host_id: host.id, expires_at: expiresAt, nats_server: reload };
  }

  /** By name or id. Throws `not_found`. */
  async remove(named: string): Promise<RemovedHost> {
    const { removeFromFleet } = await import('../../fleet/remove-host.ts');
    return removeFromFleet(this.#files, named, this.#moment());
  }

  #moment(): string {
    return new Date(this.#now()).toISOString();
  }
}
