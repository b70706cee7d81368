/** Opens the hub's addresses for clients: HTTP, and HTTPS as well if there is a certificate. */
import type { HubLog } from '../lib/hub-log.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Settings } from '../protocol/settings.ts';
import type { App } from '../server/app.ts';
import { type Listener, listen } from '../server/listen.ts';
import { reachableAddresses, reachedFromOutside } from '../server/reachable-addresses.ts';

/** From the settings, unless the command line overrides them. */
export type Reach = Pick<
  Settings,
  'host' | 'port' | 'allowed_hosts' | 'public_url' | 'tls_cert' | 'tls_key' | 'https_port'
>;

/** The same, as far as specified. */
export type ChosenReach = { readonly [Name in keyof Reach]?: Reach[Name] | undefined };

export interface ClientListener {
  /** For programs on this machine: always plain HTTP. */
  readonly url: string;
  /** Where other devices reach the hub, best address first. `public_url` may change while it listens. */
  addresses(publicUrl: Reach['public_url']): string[];
  /** Every port that is open. */
  readonly ports: readonly number[];
  close(): Promise<void>;
}

/** Host names, besides those of loopback, that the hub accepts. */
export function allowedNames({ host, allowed_hosts, public_url }: Reach): string[] {
  const published = public_url ? [new URL(public_url).hostname] : [];
  return [...allowed_hosts, ...published, ...reachedFromOutside(host)];
}

export async function listenForClients(app: App, reach: Reach, output: HubLog): Promise<ClientListener> {
  const { host, port, tls_cert: cert, tls_key: key, https_port } = reach;
  if ((cert === null) !== (key === null)) {
    throw new ReinsError(
      'certificate_invalid',
      'HTTPS needs both a certificate (--cert) and its key (--key).',
    );
  }
  const files = cert !== null && key !== null ? { cert, key } : undefined;
  // Local programs need no certificate; everyone else gets HTTPS only.
  const http = await listen(app, files ? '127.0.0.1' : host, port);
  const tls = files && { files, warn: (message: string) => output.warn(message) };
  const https = tls && (await orClose(http, () => listen(app, host, https_port, tls)));
  const httpsPort = https && Number(new URL(https.url).port);
  return {
    url: http.url,
    ports: [http.url, ...(https ? [https.url] : [])].map((url) => Number(new URL(url).port)),
    addresses: (publicUrl) => reachableAddresses({ publicUrl, host, http: http.url, httpsPort }),
    async close() {
      await https?.close();
      await http.close();
    },
  };
}

async function orClose(first: Listener, open: () => Promise<Listener>): Promise<Listener> {
  try {
    return await open();
  } catch (error) {
    await first.close();
    throw error;
  }
}
