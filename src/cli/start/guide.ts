/**
 * Leads the person who just started a hub to it: offers to install the hooks, shows a link that pairs the browser, and opens
 * it on the first start. Prints no secret unless the output is a terminal.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderUnicodeCompact } from 'uqr';
import type { Client } from '../../sdk/client.ts';
import { isThisMachine } from '../commands/pair.ts';
import { findProgram } from '../install/find-program.ts';
import { offerInstall } from './offer-install.ts';
import { browserCommand, openBrowser } from './open-browser.ts';

export interface GuideOptions {
  /** False never opens a browser, true always; by default it opens until a device is paired. */
  readonly open?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** False if the person cancelled, with Ctrl-C at the question. */
export async function guide(
  client: Client,
  env: NodeJS.ProcessEnv,
  { open, signal }: GuideOptions = {},
): Promise<boolean> {
  if (!process.stdout.isTTY) {
    console.log('"reins pair --role operator" prints a link that opens it in a browser.');
    return true;
  }
  if (!(await offerInstall(env, signal))) return false;
  const { links } = await client.devices.invite({ role: 'operator' });
  const here = links.find(isThisMachine) ?? links[0] ?? '';
  const isReachable = links.some((link) => !isThisMachine(link));
  const phone = isReachable ? (await client.devices.invite({ role: 'approver' })).links[0] : undefined;
  const isNew = (await client.devices.list()).items.length === 0;
  const opens = (open ?? isNew) && browserCommand(env) !== undefined;
  console.log(`\n${describeEntrances({ here, phone, opens, isRemote: Boolean(env['SSH_CONNECTION']) })}\n`);
  for (const line of describePath(env)) console.log(line);
  if (opens) await openBrowser(here, env);
  return true;
}

/** In a clone, `npm start` works before `reins` does. */
function describePath(env: NodeJS.ProcessEnv): string[] {
  const clone = join(dirname(process.argv[1] ?? ''), '..');
  if (findProgram('reins', env) || !existsSync(join(clone, 'package-lock.json'))) return [];
  return [`To use "reins" in other terminals, run "npm link" in ${clone}.`, ''];
}

export interface Entrances {
  /** The link for a browser on this machine, and for a phone if one can reach the hub. */
  readonly here: string;
  readonly phone: string | undefined;
  readonly opens: boolean;
  /** The person is connected over SSH. */
  readonly isRemote: boolean;
}

export function describeEntrances({ here, phone, opens, isRemote }: Entrances): string {
  const { port } = new URL(here);
  return [
    opens
      ? 'Opening your browser. If it does not open, use this link, which works once, within ten minutes:'
      : 'Open this link in a browser on this machine. It works once, within ten minutes:',
    `  ${here}`,
    ...(isRemote
      ? [`For a browser on your own machine, first run there: ssh -L ${port}:127.0.0.1:${port} HOST`]
      : []),
    ...(phone === undefined
      ? ['For a phone, "reins reach" shows what is needed.']
      : [
          '',
          'On a phone, scan this code. It pairs one device, which watches and answers requests:',
          renderUnicodeCompact(phone, { border: 2 }),
          `  ${phone}`,
        ]),
  ].join('\n');
}
