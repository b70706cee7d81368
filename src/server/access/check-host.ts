/**
 * Keeps foreign web pages out. Host reveals a page whose own name resolves to this machine; Origin reveals a
 * page that sends cross-origin requests. Programs send no Origin.
 */
import type { MiddlewareHandler } from 'hono';
import { ReinsError } from '../../protocol/errors.ts';
import type { AppEnv } from '../app-env.ts';
import { answerPreflight, originHeaders } from './foreign-origin.ts';

export function checkHost(
  allowedHosts: () => readonly string[],
  allowedOrigins: () => readonly string[],
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const host = c.req.header('host') ?? '';
    if (!isAllowed(host, allowedHosts)) {
      throw new ReinsError(
        'host_not_allowed',
        `The hub does not accept the host name ${JSON.stringify(host)}. Use localhost, or allow the name: ${howToAllow(host)}.`,
        { host },
      );
    }
    const origin = c.req.header('origin');
    if (origin === undefined || hostOf(origin) === host.toLowerCase()) return next();
    if (!c.req.path.startsWith('/api/') || !allowedOrigins().includes(origin)) throw originNotAllowed(origin);
    c.set('foreignOrigin', origin);
    for (const [name, value] of Object.entries(originHeaders(c))) c.header(name, value);
    const isPreflight = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method');
    return isPreflight ? answerPreflight(c) : next();
  };
}

export function originNotAllowed(origin: string): ReinsError {
  return new ReinsError(
    'origin_not_allowed',
    `Pages from ${origin} may not do this. Use the hub's own pages, or add the origin to the setting allowed_origins and use a token.`,
    { origin },
  );
}

function howToAllow(host: string): string {
  const name = nameOf(host);
  return name === undefined
    ? 'add the name to the setting allowed_hosts'
    : `start the hub with "reins up --allowed-host ${name}", or add the name to the setting allowed_hosts`;
}

function isAllowed(host: string, allowed: () => readonly string[]): boolean {
  const name = nameOf(host);
  if (name === undefined) return false;
  return isLoopback(name) || allowed().some((other) => (nameOf(other) ?? other.toLowerCase()) === name);
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name);
}

/** The name without the port. Undefined for an invalid host. */
function nameOf(host: string): string | undefined {
  // A bare IPv6 address in the settings has no brackets yet.
  const bracketed = /^[0-9a-f]*:[0-9a-f:.]*:[0-9a-f.]*$/i.test(host) ? `[${host}]` : host;
  if (!/^(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]\\]+)(?::\d*)?$/i.test(bracketed)) return undefined;
  return URL.canParse(`http://${bracketed}`) ? new URL(`http://${bracketed}`).hostname : undefined;
}

/** Host and port of an origin. Undefined for `null` and other special values. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? origin.toLowerCase().replace(/^https?:\/\//, '') : undefined;
}
