/** Identifies callers and checks their role: runs on every route before anything else. */
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { ReinsError } from '../../protocol/errors.ts';
import type { Route } from '../../protocol/routes/define-routes.ts';
import type { AppEnv } from '../app-env.ts';
import type { Tokens } from '../server-deps.ts';
import { forbidden, mayCall, type Need, routeAt } from './access-table.ts';
import { Caller } from './caller.ts';
import type { DeviceCookie } from './device-cookie.ts';
import { presentedDeviceKey, presentedToken, tokenAsPassword } from './presented-token.ts';

export function checkAccess(tokens: Tokens, cookie: DeviceCookie): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const route = routeOf(c);
    // No definition: the answer will be 404.
    if (route === undefined) return next();
    const { role: need, isPage } = route;
    if (need === 'anyone') return next();
    const header = (name: string) => c.req.header(name);
    const token = presentedToken(header) ?? (isPage ? tokenAsPassword(header) : undefined);
    const [ofDevice, key] = [cookie.read(c), presentedDeviceKey(header)];
    const identify = () => {
      if (token !== undefined) return tokens.identify(token);
      // Servers on other ports of this host see the cookie, so it never counts without the key.
      return ofDevice && key ? tokens.identifyDevice({ cookie: ofDevice, key }) : undefined;
    };
    const identity = identify();
    if (!identity) {
      c.header('WWW-Authenticate', isPage ? 'Basic realm="Reins: the token is the password"' : 'Bearer');
      throw token === undefined && ofDevice ? notPairedAnyMore() : unauthorized(token !== undefined);
    }
    if (!mayCall(identity.role, need)) throw forbidden(identity.role, need);
    c.env.trust?.();
    c.set('identity', identity);
    c.set('caller', new Caller(identity, identify, tokens));
    return next();
  };
}

/**
 * Checks again once the body has arrived: it may arrive long after the first check, and the caller may be
 * revoked by then.
 */
export function checkAccessAfterBody(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const caller = c.get('caller');
    if (caller && c.req.raw.body) {
      await c.req.arrayBuffer();
      const route = routeOf(c);
      if (route) caller.require(route.role);
    }
    return next();
  };
}

/** Middleware is registered for ALL methods; the route itself is not. */
export function routeOf(c: Context): (Omit<Partial<Route>, 'role'> & { readonly role: Need }) | undefined {
  const found = matchedRoutes(c).findLast(({ method }) => method !== 'ALL');
  return found && (routeAt(found.method, found.path) ?? { role: 'nobody' });
}

function unauthorized(isPresented: boolean): ReinsError {
  return new ReinsError(
    'unauthorized',
    isPresented
      ? 'This hub does not know the token. It may have been revoked, or belong to another hub. Use another token.'
      : 'A token is required. Send it as "Authorization: Bearer <token>". The operator\'s own is in $REINS_HOME/token.',
  );
}

/** Revoked, or paired when a cookie was enough. */
function notPairedAnyMore(): ReinsError {
  return new ReinsError(
    'unauthorized',
    'This browser must be paired again: it was revoked, or paired with an older version of Reins. Run "reins pair" on the machine of the hub, and open the link here.',
    { pair_again: true },
  );
}
