/** The doctor's look at the fleet: NATS, login, streams, permissions, clocks, versions and names. */
import { type FleetProblem, findFleetProblems, problemFrom } from '../../fleet/fleet-problems.ts';
import { type FleetInspection, inspectFleet } from '../../fleet/inspect-fleet.ts';
import { type Membership, requireMembership } from '../../fleet/membership.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { plural } from '../terminal/format.ts';
import type { Finding } from './check.ts';

export async function diagnoseFleet(memberFile: string): Promise<Finding> {
  try {
    const membership = requireMembership(memberFile);
    const inspection = await inspectFleet(membership);
    return (
      warn(findFleetProblems(membership, inspection)) ?? {
        verdict: 'ok',
        message: describe(membership, inspection),
      }
    );
  } catch (error) {
    const problem =
      error instanceof ReinsError
        ? problemFrom(error)
        : { message: String(error), fix: 'See /docs/fleet on the hub.' };
    return { verdict: 'warn', ...problem };
  }
}

function warn(problems: readonly FleetProblem[]): Finding | undefined {
  if (problems.length === 0) return undefined;
  return {
    verdict: 'warn',
    message: problems.map(({ message }) => message).join('; '),
    fix: problems.map(({ fix }) => fix).join(' '),
  };
}

function describe(
  { name, fleet }: Membership,
  { server, heartbeats, is_separated }: FleetInspection,
): string {
  const shared = is_separated ? '' : '; its login can act as any other host';
  return `"${name}" in "${fleet}" with ${plural(heartbeats.length, 'host')}, NATS ${server.version} at ${server.address}${shared}`;
}
