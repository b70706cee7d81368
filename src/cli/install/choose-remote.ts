/** The remote hub that the flags of `install` name, and the token for its hooks. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { hubUrl, isLoopback } from '../../claude/remote-hook-set.ts';
import { readHubFile } from '../../hub/home/hub-file.ts';
import type { ReinsHome } from '../../hub/home/reins-home.ts';
import { knownToken, type RemoteSender } from '../../hub/installation/remote-headers.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { proveHub } from '../../sdk-node/prove-hub.ts';

const PROOF_MS = 5000;

export interface RemoteFlags {
  readonly url?: string;
  readonly token?: string;
}

/** Throws `invalid_request` or `unauthorized` with what to do next. */
export async function chooseRemote(
  { url: chosen, token }: RemoteFlags,
  home: ReinsHome,
  env: NodeJS.ProcessEnv,
): Promise<RemoteSender | undefined> {
  if (chosen === undefined) {
    if (token === undefined) return undefined;
    throw new ReinsError('invalid_request', 'A token is for a remote hub: add --url.');
  }
  const url = hubUrl(chosen);
  if (url === undefined) {
    throw new ReinsError(
      'invalid_request',
      `--url must be an address such as http://127.0.0.1:4820 or https://hub.example, without a password in it.`,
    );
  }
  const found = token || env['REINS_TOKEN'] || (await ownToken(home, url)) || knownToken(home, url);
  if (found) return { url, token: found, host: hostname() };
  throw new ReinsError(
    'unauthorized',
    `Hooks need a token for the hub at ${url}. Create one there with "reins token add NAME --role ingest", and pass it as REINS_TOKEN or with --token.`,
    { url },
  );
}

/** Warns about an unencrypted connection. */
export function warnOfPlainHttp({ url }: RemoteSender): string[] {
  if (url.startsWith('https:') || isLoopback(url)) return [];
  return [
    `Hooks are sent to ${url} unencrypted: others on the network can read prompts, answers, results and the token. Use https, or a tunnel such as "ssh -L".`,
  ];
}

/** The URL may be that of this home's hub, whose ingest token is available. */
async function ownToken(home: ReinsHome, url: string): Promise<string | undefined> {
  const hub = readHubFile(home);
  if (!hub || new URL(hub.url).origin !== new URL(url).origin) return undefined;
  try {
    // Another program may use its port.
    await proveHub(home, AbortSignal.timeout(PROOF_MS));
    return readFileSync(join(home.folder, 'ingest-token'), 'utf8').trim();
  } catch {
    return undefined;
  }
}
