/** `reins fleet invite`: creates an invitation for another machine, as text and as a QR code. */
import { renderUnicodeCompact } from 'uqr';
import { type FleetFiles, fleetFilesIn } from '../../fleet/fleet-files.ts';
import { locateHome } from '../../hub/home/reins-home.ts';
import type { Invited, NewInvitation } from '../../protocol/fleet-invitation.ts';
import { reloadWords } from '../fleet/nats-words.ts';
import { findOwnHub } from '../fleet/own-hub.ts';
import { printJson } from '../print.ts';

export interface InviteFlags {
  readonly role?: NewInvitation['max_role'];
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** Longer ones do not fit on a screen. */
const QR_CHARACTERS = 700;

export async function inviteToFleet(name: string, { role, replace, json }: InviteFlags): Promise<number> {
  const files = fleetFilesIn(locateHome(process.env).folder);
  const wanted = { name, ...(role && { max_role: role }), ...(replace && { replace }) };
  const hub = await findOwnHub(process.env);
  // The hub is the only writer of the list while it runs.
  const invited = hub ? await hub.fleet.invite(wanted) : await inviteWithoutHub(files, wanted);
  if (json) printJson(invited);
  else
    console.log(
      describeInvitation(name, invited, {
        files,
        hasHub: hub !== undefined,
        withQr: process.stdout.isTTY,
      }).join('\n'),
    );
  return 0;
}

async function inviteWithoutHub(
  files: FleetFiles,
  { name, max_role, replace }: NewInvitation,
): Promise<Invited> {
  const { inviteHost } = await import('../../fleet/admission.ts');
  const now = new Date().toISOString();
  const { invitation, expiresAt, host, reload } = inviteHost(files, {
    ...{ name, maxRole: max_role, isReplacement: replace, now },
  });
  return { invitation, host_id: host.id, expires_at: expiresAt, nats_server: reload };
}

function describeInvitation(
  name: string,
  { invitation, nats_server }: Invited,
  { files, hasHub, withQr }: { files: FleetFiles; hasHub: boolean; withQr: boolean },
): string[] {
  const fits = invitation.length <= QR_CHARACTERS;
  return [
    ...(withQr && fits ? [renderUnicodeCompact(invitation, { border: 2, ecc: 'L' }), ''] : []),
    `Run this on ${name}, where Reins is installed:`,
    '',
    `  reins fleet join ${invitation}`,
    '',
    `The invitation works once, within 24 hours. Treat it like a password: the first machine that uses it becomes ${name}.`,
    ...reloadWords(nats_server, files),
    ...(hasHub
      ? []
      : [
          'The hub on this host must be running while another host joins. Start it with "reins up --detach".',
        ]),
  ];
}
