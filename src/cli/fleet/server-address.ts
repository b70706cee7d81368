/** Where the founder's NATS server listens, and the address that other hosts use. */
import { hostname } from 'node:os';
import { reachedFromOutside } from '../../server/reachable-addresses.ts';
import { usageError } from '../usage-error.ts';

const DEFAULT_PORT = 4222;

/** `ADDRESS`, `ADDRESS:PORT` or `:PORT`, in the form that nats-server expects. */
export function parseListen(text: string): string {
  const [, address = '', port = DEFAULT_PORT] = /^(\[[^\]]+\]|[^:]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (!/^(\[[0-9a-f:.]+\]|[\w.-]+)$/i.test(address) || Number(port) > 65_535 || Number(port) === 0)
    throw usageError(
      `--listen must be an address such as 10.0.0.1 or 0.0.0.0:${DEFAULT_PORT}, not "${text}".`,
    );
  return `${address}:${port}`;
}

/** `nats://`, `tls://`, `ws://` and `wss://` addresses; a name alone gets `nats://`. */
export function parseServerUrl(text: string): string {
  const url = /^[a-z]+:\/\//.test(text) ? text : `nats://${text}`;
  if (!URL.canParse(url) || !/^(nats|tls):\/\/[^/@]+\/?$/.test(url))
    throw usageError(
      `"${text}" is not the address of a NATS server, such as nats://nats.example:4222. Pass logins with --creds, --token or --user.`,
    );
  return url.replace(/\/$/, '');
}

export function isLoopback(listen: string): boolean {
  return /^(127\.|localhost:|\[::1\])/.test(listen);
}

/** A guess that people can correct with --url. */
export function guessUrl(listen: string, { isTls }: { readonly isTls: boolean }): string {
  const [, address = '', port = ''] = /^(.*):(\d+)$/.exec(listen) ?? [];
  const bare = address.replace(/^\[|\]$/g, '');
  const [outside] = reachedFromOutside(bare);
  // A certificate is for a name.
  const wildcard = bare === '0.0.0.0' || bare === '::';
  const name = wildcard && (isTls || !outside) ? hostname() : (outside ?? address);
  return `${isTls ? 'tls' : 'nats'}://${name}:${port}`;
}

/** The name of this machine as a name in the fleet. */
export function defaultHostName(): string {
  const [short = ''] = hostname().split('.');
  return (
    short
      .replace(/[^A-Za-z0-9_-]/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 63) || 'host'
  );
}
