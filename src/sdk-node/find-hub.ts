/**
 * Finds the hub for a command or a program: the one in `REINS_URL`, or the one that runs for `$REINS_HOME`.
 * Only reads files; the first request shows whether the hub answers and belongs to the home.
 */
import { readHubFile } from '../hub/home/hub-file.ts';
import { locateHome, type ReinsHome } from '../hub/home/reins-home.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { HubFile } from '../protocol/hub.ts';
import { type Client, createClient } from '../sdk/client.ts';
import type { HubAddress } from '../sdk/hub-request.ts';
import { localFetch } from './local-fetch.ts';
import { notRunning, proveHub, readHomeToken } from './prove-hub.ts';

export interface Connection {
  readonly client: Client;
  /** For callers that need a separate connection. */
  readonly address: HubAddress;
  readonly url: string;
  /** The hub's description of itself. Absent for a hub of another home. */
  readonly hub?: HubFile;
}

/** Throws `hub_not_running` or `unauthorized` with a remedy. */
export function findHub(env: NodeJS.ProcessEnv): Connection {
  const home = locateHome(env);
  const hub = readHubFile(home);
  const chosen = env['REINS_URL'];
  if (!chosen || (hub && sameOrigin(chosen, hub.url))) return connectToHome(home, hub, env);
  if (!URL.canParse(chosen) || !/^https?:/.test(chosen)) {
    throw new ReinsError('invalid_request', 'REINS_URL must be an address such as http://127.0.0.1:4820.');
  }
  const token = env['REINS_TOKEN'];
  // The token in the home is for the home's hub: it is never sent to another one.
  if (!token) {
    throw new ReinsError(
      'unauthorized',
      `REINS_URL points to another hub than the one in ${home.folder}. Set REINS_TOKEN to a token for that hub, or unset REINS_URL.`,
    );
  }
  // An SSH tunnel ends here, too; other addresses may lead to a proxy that redirects.
  const isLocal = chosen.startsWith('http://127.0.0.1:');
  const address = { url: chosen, token, ...(isLocal && { fetch: localFetch }) };
  return { client: createClient(address), address, url: chosen };
}

function connectToHome(home: ReinsHome, hub: HubFile | undefined, env: NodeJS.ProcessEnv): Connection {
  if (!hub) throw notRunning(home);
  const own = readHomeToken(home);
  const token = env['REINS_TOKEN'] || own;
  // Looked up each time: a restarted hub may listen on another port.
  const url = async (signal?: AbortSignal) => (await proveHub(home, signal)).url;
  const address = { url, token, fetch: localFetch };
  return { client: createClient(address), address, url: hub.url, hub };
}

function sameOrigin(a: string, b: string): boolean {
  return URL.canParse(a) && new URL(a).origin === new URL(b).origin;
}
