/**
 * The cookie with one of a device's two secrets. Browsers send it to all ports of a host, so its name
 * distinguishes hubs, and it grants nothing without the device's key. `Strict` keeps it from requests that
 * other sites start.
 */
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

/** The maximum that browsers allow. */
const LIFETIME_S = 400 * 24 * 60 * 60;

export class DeviceCookie {
  readonly #name: string;

  /** `hub` identifies the hub by letters and digits. */
  constructor(hub: string) {
    this.#name = `reins_${hub.replace(/[^0-9a-z]/gi, '').slice(0, 12)}`;
  }

  read(c: Context): string | undefined {
    return getCookie(c, this.#name);
  }

  give(c: Context, secret: string): void {
    setCookie(c, this.#name, secret, { ...this.#attributes(c), maxAge: LIFETIME_S });
  }

  take(c: Context): void {
    deleteCookie(c, this.#name, this.#attributes(c));
  }

  #attributes(c: Context) {
    return { path: '/api', httpOnly: true, sameSite: 'Strict', secure: isOverTls(c) } as const;
  }
}

/** Includes a proxy on this machine that ends TLS. A caller who forges the header only loses the cookie. */
function isOverTls(c: Context): boolean {
  return new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';
}
