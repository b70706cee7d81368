/**
 * Verifies that the program at the address in `hub.json` is the hub of this home, and not one that took its
 * port.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isHubProof } from '../hub/access/hub-proof.ts';
import { readHubFile } from '../hub/home/hub-file.ts';
import type { ReinsHome } from '../hub/home/reins-home.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { HubFile } from '../protocol/hub.ts';
import { createClient } from '../sdk/client.ts';
import { localFetch } from './local-fetch.ts';

/**
 * Checked before every request: a hub may crash at any time, and its file stays. Throws `hub_not_running`,
 * `unauthorized`.
 */
export async function proveHub(home: ReinsHome, signal?: AbortSignal): Promise<HubFile> {
  const hub = readHubFile(home);
  if (!hub) throw notRunning(home);
  const challenge = randomBytes(32).toString('base64url');
  const { proof } = await createClient({ url: hub.url, fetch: localFetch }).health(signal, challenge);
  const port = Number(new URL(hub.url).port || 80);
  if (proof !== undefined && isHubProof(proof, readHomeToken(home), challenge, port)) return hub;
  throw new ReinsError(
    'hub_not_running',
    `The program at ${hub.url} is not the hub of ${home.folder}, so nothing was sent to it. The hub has probably crashed and another program uses its port: start the hub with "reins up --detach --port 0". If an older version of Reins runs there as pid ${hub.pid}, stop it first.`,
    { ...hub },
  );
}

export function notRunning({ folder }: ReinsHome): ReinsError {
  return new ReinsError(
    'hub_not_running',
    `No hub is running for ${folder}. Start it with "reins up --detach".`,
    { home: folder },
  );
}

/** The operator's token. Throws `unauthorized`. */
export function readHomeToken({ folder }: ReinsHome): string {
  const file = join(folder, 'token');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ReinsError(
      'unauthorized',
      `The token in ${file} cannot be read (${(error as Error).message}). Restart the hub to create one, or set REINS_TOKEN.`,
      { file },
    );
  }
}
