/** What is wrong with a fleet as this host sees it, with remedies; for `reins doctor` and `reins fleet status`. */
import type { ReinsError } from '../protocol/errors.ts';
import { isOlderVersion } from './host-versions.ts';
import type { FleetInspection } from './inspect-fleet.ts';
import type { Membership } from './membership.ts';

export interface FleetProblem {
  readonly message: string;
  readonly fix: string;
}

/** Copies and expiry tolerate seconds, but people compare times. */
const CLOCK_MS = 30_000;
const NEEDED_PAYLOAD = 1024 ** 2;

export function findFleetProblems(membership: Membership, inspection: FleetInspection): FleetProblem[] {
  return [
    ...serverProblems(membership, inspection),
    ...clockProblems(inspection),
    ...versionProblems(inspection),
    ...nameProblems(inspection),
  ];
}

/** An error that ended the inspection: its first sentence describes what happened. */
export function problemFrom({ message }: ReinsError): FleetProblem {
  const [, what = message, fix = 'See /docs/fleet on the hub.'] =
    /^(.*?[.)])\s+(?=[A-Z])(.*)$/s.exec(message) ?? [];
  return { message: what.replace(/\.$/, ''), fix };
}

function serverProblems(
  { founder }: Membership,
  { server, missing_streams, is_separated }: FleetInspection,
): FleetProblem[] {
  return [
    ...(missing_streams.length > 0
      ? [
          {
            message: `NATS has no ${missing_streams.join(', ')}`,
            fix: founder
              ? 'Start the hub of the host that founded the fleet: it creates them.'
              : 'Start the hub. It creates them if its login allows it.',
          },
        ]
      : []),
    ...(server.max_payload < NEEDED_PAYLOAD
      ? [
          {
            message: `NATS accepts messages of at most ${server.max_payload} bytes`,
            fix: 'Set "max_payload: 1MB" in the server configuration.',
          },
        ]
      : []),
    // On a server that others run, permissions are their decision.
    ...(founder !== undefined && !is_separated
      ? [
          {
            message: 'NATS lets this host act as other hosts',
            fix: 'Run nats-server with the nats.conf that "reins fleet init" wrote on the founder.',
          },
        ]
      : []),
  ];
}

function clockProblems({ heartbeats }: FleetInspection): FleetProblem[] {
  return heartbeats.flatMap(({ name, sent_at, received_at }) => {
    const difference = sent_at === undefined ? 0 : Date.parse(sent_at) - Date.parse(received_at);
    if (Math.abs(difference) < CLOCK_MS) return [];
    const seconds = Math.round(Math.abs(difference) / 1000);
    return [
      {
        message: `the clock of ${name} is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} the NATS clock`,
        fix: `Set the clock of ${name}, for example with NTP.`,
      },
    ];
  });
}

function versionProblems({ heartbeats }: FleetInspection): FleetProblem[] {
  const newest = heartbeats
    .map(({ version }) => version)
    .reduce((a, b) => (isOlderVersion(a, b) ? b : a), '0');
  const behind = heartbeats.filter(({ version }) => isOlderVersion(version, newest));
  if (behind.length === 0) return [];
  const names = behind.map(({ name, version }) => `${name} (${version})`).join(', ');
  return [
    {
      message: `behind version ${newest}: ${names}`,
      fix: 'Update Reins there. Until then, hosts refuse requests that they do not support.',
    },
  ];
}

function nameProblems({ heartbeats }: FleetInspection): FleetProblem[] {
  const names = heartbeats.map(({ name }) => name);
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  return twice.map((name) => ({
    message: `two hosts are called ${name}`,
    fix: `On one of them, run "reins fleet leave" and join again under another name; or remove the old entry by its id with "reins fleet remove ID".`,
  }));
}
