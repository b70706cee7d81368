/** `reins pair`: shows a link that pairs one device, as text and as a QR code, and waits until it is used. */
import { renderUnicodeCompact } from 'uqr';
import type { DeviceRole, Pairing } from '../../protocol/devices.ts';
import type { Client } from '../../sdk/client.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { printJson } from '../print.ts';
import { cleanLine } from '../terminal/clean-text.ts';

const LOOK_EVERY_MS = 1000;

export interface PairFlags {
  readonly role: DeviceRole;
  readonly name?: string;
  readonly wait: boolean;
  readonly json?: boolean;
}

export async function pair({ role, name, wait, json }: PairFlags): Promise<number> {
  const { client } = findHub(process.env);
  const pairing = await client.devices.invite({ role, name });
  if (json) {
    printJson(pairing);
    return EXIT.done;
  }
  console.log(describePairing(pairing, process.stdout.isTTY));
  return wait && process.stdout.isTTY ? waitForDevice(client, pairing) : EXIT.done;
}

function describePairing({ links, role }: Pairing, withQr: boolean): string {
  const [best = '', ...others] = links;
  const isHere = isThisMachine(best);
  return [
    ...(withQr && !isHere ? [renderUnicodeCompact(best, { border: 2 }), ''] : []),
    isHere
      ? 'Open this link in a browser on this machine:'
      : 'Scan the code, or open this link on the device:',
    `  ${best}`,
    ...others.filter((link) => !isThisMachine(link)).map((link) => `  or ${link}`),
    '',
    `It works once, within ten minutes, and gives the device the role ${role}: it ${ROLE_TEXT[role]}.`,
    `For another role: ${otherRoles(role).join(', ')}.`,
    ...(isHere
      ? ['The hub listens on this machine only. "reins reach" shows how a phone can reach it.']
      : []),
    ...(best.startsWith('http:') && !isHere
      ? [
          'This is plain HTTP: others on the network can read it, and phones cannot install the page. "reins reach" shows what to do.',
        ]
      : []),
  ].join('\n');
}

const ROLE_TEXT: Readonly<Record<DeviceRole, string>> = {
  viewer: 'watches',
  approver: 'watches and answers requests',
  operator: 'does everything, including starting sessions',
};

function otherRoles(role: DeviceRole): string[] {
  return Object.entries(ROLE_TEXT)
    .filter(([other]) => other !== role)
    .map(([other, words]) => `--role ${other} (${words})`);
}

async function waitForDevice(client: Client, { device_id, expires_at }: Pairing): Promise<number> {
  while (Date.now() < Date.parse(expires_at)) {
    const { items } = await client.devices.list();
    const device = items.find(({ id }) => id === device_id);
    if (device) {
      console.log(`${cleanLine(device.name)} is paired.`);
      return EXIT.done;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  console.error('The link was not used within ten minutes. Run "reins pair" again for a new one.');
  return EXIT.failed;
}

export function isThisMachine(link: string): boolean {
  return /^127\.|^localhost$|^\[::1\]$/.test(new URL(link).hostname);
}
