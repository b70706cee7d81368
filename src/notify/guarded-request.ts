/** One POST to an address that others chose: follows no redirects, and by default reaches nothing inside this network. */

import { lookup as lookUp } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address.ts';

export interface GuardedPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /** Also allows addresses of this machine and of private networks, and plain HTTP. */
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
}

export interface GuardedAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Throws an Error with a readable message. */
export async function post(
  url: string,
  { headers, body, allowPrivate, timeoutMs }: GuardedPost,
): Promise<GuardedAnswer> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && target.protocol !== 'https:') throw new Error(`${target.origin} does not use https`);
  if (!allowPrivate && isIP(host) && isPrivateAddress(host)) throw inside(host);
  const request = target.protocol === 'https:' ? requestTls : requestPlain;
  return new Promise((resolve, reject) => {
    const sent = request(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        timeout: timeoutMs,
        // Connects to the address that was checked: the name is not resolved a second time.
        ...(!allowPrivate && { lookup: publicLookup }),
      },
      (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      },
    );
    sent.on('timeout', () =>
      sent.destroy(new Error(`${target.host} did not respond within ${timeoutMs / 1000} s`)),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const open = addresses.filter(({ address }) => !isPrivateAddress(address));
    const [first] = open;
    if (!first) return callback(inside(hostname), '', 0);
    if (options.all) callback(null, open);
    else callback(null, first.address, first.family);
  });
};

function inside(host: string): Error {
  return new Error(`${host} is inside this network; set push_private_addresses to allow it`);
}
