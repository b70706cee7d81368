/**
 * The addresses at which other devices can reach the hub: the configured one, HTTPS, then the machine's own
 * addresses.
 */
import { networkInterfaces } from 'node:os';

export interface Listening {
  /** As chosen by the user, for example that of a proxy. */
  readonly publicUrl: string | null;
  readonly host: string;
  readonly http: string;
  /** The port of HTTPS, if enabled. */
  readonly httpsPort?: number | undefined;
}

/** Base addresses without a trailing slash, best first; that of this machine itself is last. */
export function reachableAddresses(
  { publicUrl, host, http, httpsPort }: Listening,
  own?: readonly string[],
): string[] {
  const hosts = reachedFromOutside(host, own);
  const { port } = new URL(http);
  return [
    ...(publicUrl ? [publicUrl.replace(/\/+$/, '')] : []),
    ...(httpsPort !== undefined ? hosts.map((name) => `https://${name}:${httpsPort}`) : []),
    // If HTTPS is available, the unencrypted address is not offered.
    ...(httpsPort === undefined ? hosts.map((name) => `http://${name}:${port}`) : []),
    http,
  ].filter((address, place, all) => all.indexOf(address) === place);
}

/** The names of a hub that listens beyond loopback and has no configured name. */
export function reachedFromOutside(host: string, own?: readonly string[]): string[] {
  // Listing the interfaces takes a tenth of a millisecond, so only a hub that listens on all of them does it.
  if (host === '0.0.0.0' || host === '::') return [...(own ?? ownAddresses())];
  return isLoopback(host) ? [] : [host.includes(':') ? `[${host}]` : host];
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function ownAddresses(): string[] {
  const found = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return found.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
}
