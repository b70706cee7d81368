/** `reins devices`: lists paired devices, renames them, changes their role, revokes them. */
import type { Device, DevicePatch } from '../../protocol/devices.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Client } from '../../sdk/client.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { printJson } from '../print.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { ageOf } from '../terminal/format.ts';
import { chooseStyle } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';

export async function listDevices({ json }: { readonly json?: boolean }): Promise<number> {
  const { items } = await findHub(process.env).client.devices.list();
  if (json) printJson({ items });
  else if (items.length === 0) console.log('No devices yet. Pair one with "reins pair".');
  else {
    const now = Date.now();
    const rows = items.map(({ id, name, role, session_id, last_seen_at, paired_at }) =>
      [
        cleanLine(name),
        session_id === undefined ? role : `${role} of session ${session_id.slice(0, 8)}`,
        ageOf(last_seen_at ?? paired_at, now),
        ageOf(paired_at, now),
        id.slice(0, 8),
      ].map((text) => ({ text })),
    );
    const columns = [
      { header: 'NAME' },
      { header: 'ROLE' },
      { header: 'SEEN', align: 'right' as const },
      { header: 'PAIRED', align: 'right' as const },
      { header: 'ID' },
    ];
    console.log(renderTable(columns, rows, { paintHeader: chooseStyle(process.stdout, process.env).quiet }));
  }
  return 0;
}

export async function changeDevice(named: string, patch: DevicePatch): Promise<number> {
  const { client } = findHub(process.env);
  const { name, role } = await client.devices.change((await findDevice(client, named)).id, patch);
  console.log(`${cleanLine(name)} now has the role ${role}.`);
  return 0;
}

export async function revokeDevice(named: string): Promise<number> {
  const { client } = findHub(process.env);
  const { id, name } = await findDevice(client, named);
  await client.devices.revoke(id);
  console.log(`${cleanLine(name)} is revoked and no longer has access.`);
  return 0;
}

export async function findDevice(client: Client, named: string): Promise<Device> {
  const { items } = await client.devices.list();
  const found = items.filter(({ id, name }) => name === named || id === named);
  const begun =
    found.length > 0 ? found : items.filter(({ id }) => named.length >= 4 && id.startsWith(named));
  const [device] = begun;
  if (device && begun.length === 1) return device;
  throw new ReinsError('device_not_found', `There is no device "${named}". "reins devices" lists them.`);
}
