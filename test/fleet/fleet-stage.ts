/** Several real hubs on one stage, with homes and Claude folders of their own, in a fleet with a real NATS server. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fleetFilesIn } from '../../src/fleet/fleet-files.ts';
import { type Membership, writeMembership } from '../../src/fleet/membership.ts';
import type { HostList } from '../../src/protocol/fleet.ts';
import { waitUntil } from '../../stage/patience.ts';
import type { Stage } from '../../stage/stage.ts';
import { type DrivenHub, startDrivenHub } from '../drivers/driven-hub.ts';
import { type NatsFixture, startNats } from './nats-fixture.ts';

export interface FleetStage {
  readonly nats: NatsFixture;
  /** The founder. */
  readonly home: DrivenHub;
  readonly others: readonly DrivenHub[];
}

export interface FleetStageOptions {
  /** Changes how a host finds NATS, or its name. */
  readonly change?: (member: Membership) => Membership;
  /** Added to the environment of a hub. */
  readonly env?: (name: string) => Readonly<Record<string, string>>;
}

/** The last of the others runs Claude Code as `stage.terminal` does; the founder and the rest have empty folders. */
export async function startFleet(
  stage: Stage,
  names: readonly string[],
  { change = (member) => member, env = () => ({}) }: FleetStageOptions = {},
): Promise<FleetStage> {
  const nats = await startNats(join(stage.folder, 'hub-home'));
  onTestFinished(() => nats.stop());
  for (const name of names) {
    writeMembership(fleetFilesIn(join(stage.folder, `hub-${name}`)).memberFile, change(nats.admit(name)));
  }
  const start = (name: string) =>
    startDrivenHub(stage, `hub-${name}`, {
      ...(name !== names.at(-1) && { CLAUDE_CONFIG_DIR: join(stage.folder, `claude-${name}`) }),
      ...env(name),
    });
  const [home, ...others] = await Promise.all(['home', ...names].map(start));
  if (!home) throw new Error('unreachable');
  for (const hub of [home, ...others]) await untilOnline(hub, names.length + 1);
  return { nats, home, others };
}

/** Waits until the hub hears so many hosts, itself included. */
export function untilOnline(hub: DrivenHub, count: number): Promise<HostList> {
  return waitUntil(
    `${count} hosts online`,
    async () => {
      const hosts: HostList = await hub.ask('GET', '/hosts');
      return hosts.items.filter(({ state }) => state === 'online').length === count && hosts;
    },
    { explain: () => hub.output() },
  );
}
