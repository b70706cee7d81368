/** `reins push`: shows recent deliveries and rotates the key for push services. */
import type { Client } from '../../sdk/client.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { printJson } from '../print.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { ageOf } from '../terminal/format.ts';
import { chooseStyle } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';
import { findDevice } from './devices.ts';

export async function listDeliveries({ json }: { readonly json?: boolean }): Promise<number> {
  const { items } = await findHub(process.env).client.push.deliveries();
  if (json) printJson({ items });
  else if (items.length === 0) {
    console.log(
      'No notifications yet. Turn them on in the page, or add a channel to the setting "notify" (/docs/notifications on the hub).',
    );
  } else {
    const now = Date.now();
    const rows = items.map(({ at, target, kind, state, reason = '' }) =>
      [ageOf(at, now), cleanLine(target), kind, state, cleanLine(reason)].map((text) => ({ text })),
    );
    const columns = [
      { header: 'AGE', align: 'right' as const },
      { header: 'TO' },
      { header: 'ABOUT' },
      { header: 'STATE' },
      { header: 'WHY' },
    ];
    console.log(renderTable(columns, rows, { paintHeader: chooseStyle(process.stdout, process.env).quiet }));
  }
  return 0;
}

export async function rotateKey(): Promise<number> {
  await findHub(process.env).client.push.rotate();
  console.log(
    'Created a new key. Devices switch to it on their next visit, and get all notifications until then.',
  );
  return 0;
}

/** The exit code shows whether the push service or every channel has accepted it. */
export async function testPush(named: string | undefined): Promise<number> {
  const { client } = findHub(process.env);
  return named === undefined ? testChannels(client) : testDevice(client, named);
}

async function testChannels(client: Client): Promise<number> {
  const { items } = await client.push.testChannels();
  if (items.length === 0) {
    console.error(
      'There are no channels. Add one to the setting "notify" (/docs/notifications on the hub), or name a device.',
    );
    return EXIT.failed;
  }
  for (const { target, state, reason = 'no reason given' } of items) {
    if (state === 'failed') console.error(`${cleanLine(target)}: failed, ${cleanLine(reason)}`);
    else console.log(`${cleanLine(target)}: accepted`);
  }
  return items.some(({ state }) => state === 'failed') ? EXIT.failed : EXIT.done;
}

async function testDevice(client: Client, named: string): Promise<number> {
  const device = await findDevice(client, named);
  const { state, reason } = await client.push.test(device.id);
  const name = cleanLine(device.name);
  if (state !== 'failed') {
    console.log(`The push service of ${name} has accepted it. "reins push" shows whether it was displayed.`);
    return EXIT.done;
  }
  console.error(`Nothing was sent to ${name}: ${cleanLine(reason ?? 'its push service refused it')}.`);
  return EXIT.failed;
}
