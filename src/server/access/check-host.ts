/**
 * Keeps strange web pages out: one that has its own name resolve to this machine shows in Host, one that sends requests
 * across origins shows in Origin. Programs send no Origin.
 */
import type { MiddlewareHandler } from 'hono';
import { ReinsError } from '../../protocol/errors.ts';

export function checkHost(allowedHosts: () => readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header('host') ?? '';
    if (!isAllowed(host, allowedHosts())) {
      throw new ReinsError(
        'host_not_allowed',
        `The hub does not answer to the name ${JSON.stringify(host)}. Use localhost, or let it: ${howToAllow(host)}.`,
        { host },
      );
    }
    const origin = c.req.header('origin');
    if (origin !== undefined && hostOf(origin) !== host.toLowerCase()) {
      throw new ReinsError(
        'origin_not_allowed',
        `Pages of ${origin} may not call this hub; only its own pages may.`,
        { origin },
      );
    }
    return next();
  };
}

function howToAllow(host: string): string {
  const name = nameOf(host);
  return name === undefined
    ? 'add the name to the setting allowed_hosts'
    : `start it with "reins up --allowed-host ${name}", or add the name to the setting allowed_hosts`;
}

function isAllowed(host: string, allowed: readonly string[]): boolean {
  const name = nameOf(host);
  if (name === undefined) return false;
  return isLoopback(name) || allowed.some((other) => (nameOf(other) ?? other.toLowerCase()) === name);
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name);
}

/** The name without the port; undefined for what is no host at all. */
function nameOf(host: string): string | undefined {
  // A bare IPv6 address in the settings has no brackets yet.
  const bracketed = /^[0-9a-f]*:[0-9a-f:.]*:[0-9a-f.]*$/i.test(host) ? `[${host}]` : host;
  if (!/^(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]\\]+)(?::\d*)?$/i.test(bracketed)) return undefined;
  return URL.canParse(`http://${bracketed}`) ? new URL(`http://${bracketed}`).hostname : undefined;
}

/** Host and port of an origin; undefined for `null` and other oddities. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? origin.toLowerCase().replace(/^https?:\/\//, '') : undefined;
}
