/** Identifies callers and checks their role: runs on every route before anything else. */
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Identity } from '../../protocol/access.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Route } from '../../protocol/routes/define-routes.ts';
import type { AppEnv } from '../app-env.ts';
import type { Tokens } from '../server-deps.ts';
import { forbidden, mayCall, type Need, requireRole, routeAt } from './access-table.ts';
import { actingFor } from './acting-for.ts';
import { Caller } from './caller.ts';
import { originNotAllowed } from './check-host.ts';
import type { DeviceCookie } from './device-cookie.ts';
import { presentedDeviceKey, presentedToken, tokenAsPassword } from './presented-token.ts';

type KnownRoute = Omit<Partial<Route>, 'role'> & { readonly role: Need };

export function checkAccess(tokens: Tokens, cookie: DeviceCookie): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const route = routeOf(c);
    // No definition: the answer will be 404.
    if (route === undefined) return next();
    const { role: need, isPage } = route;
    const { remote } = c.env;
    if (remote) {
      admitRemote(remote, route);
      c.set('identity', remote);
      c.set('caller', new Caller(remote, () => remote, tokens));
      return next();
    }
    const foreign = c.get('foreignOrigin');
    if (need === 'anyone') {
      // Pairing makes a cookie, which is for the hub's own pages.
      if (foreign !== undefined && c.req.method !== 'GET') throw originNotAllowed(foreign);
      return next();
    }
    const header = (name: string) => c.req.header(name);
    const isOwn = foreign === undefined;
    const token = presentedToken(header) ?? (isPage && isOwn ? tokenAsPassword(header) : undefined);
    const [ofDevice, key] = isOwn ? [cookie.read(c), presentedDeviceKey(header)] : [];
    const identifyDevice = () =>
      // Servers on other ports of this host see the cookie, so it never counts without the key.
      ofDevice && key ? tokens.identifyDevice({ cookie: ofDevice, key }) : undefined;
    const identify = () => {
      const own = token === undefined ? identifyDevice() : tokens.identify(token);
      return own && actingFor(own, header);
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
 * Other hosts of the fleet may call what is about sessions, and nothing about the hub itself: tokens and devices
 * made by them would outlive their membership. Throws `host_refused`.
 */
function admitRemote(identity: Identity, { role: need, where }: Pick<KnownRoute, 'role' | 'where'>): void {
  if (where === undefined || where === 'copy' || where === 'both logs' || where === 'socket')
    throw new ReinsError('host_refused', 'This can only be done on the host itself.', { needed: need });
  requireRole(identity, need);
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
export function routeOf(c: Context): KnownRoute | undefined {
  const found = matchedRoutes(c).findLast(({ method }) => method !== 'ALL');
  return found && (routeAt(found.method, found.path) ?? { role: 'nobody' });
}

function unauthorized(isPresented: boolean): ReinsError {
  return new ReinsError(
    'unauthorized',
    isPresented
      ? 'This hub does not recognize the token. It may have been revoked, or belong to another hub. Use another token.'
      : 'A token is required. Send it as "Authorization: Bearer <token>". The operator\'s own is in $REINS_HOME/token.',
  );
}

/** Revoked, or paired when a cookie was enough. */
function notPairedAnyMore(): ReinsError {
  return new ReinsError(
    'unauthorized',
    'This browser must be paired again: it was revoked, or paired with an older version of Reins. Run "reins pair" on the machine that runs the hub, and open the link here.',
    { pair_again: true },
  );
}
