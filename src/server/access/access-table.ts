/** Who may call what. Each route defines its role; a route without a definition is closed to everyone. */
import type { Identity, Role } from '../../protocol/access.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { ROUTES } from '../../protocol/routes/all-routes.ts';
import type { Route } from '../../protocol/routes/define-routes.ts';

export type Need = Route['role'] | 'nobody';

export function routeAt(method: string, path: string): Route | undefined {
  const routes: Readonly<Record<string, Route>> = ROUTES;
  return routes[`${method} ${path}`];
}

/** Each includes the permissions of those before it. `ingest` is separate. */
const LADDER: readonly Role[] = ['viewer', 'approver', 'operator'];

export function mayCall(role: Role, need: Need): boolean {
  if (need === 'anyone') return true;
  if (need === 'nobody') return false;
  if (need === 'ingest') return role === 'ingest';
  return LADDER.indexOf(role) >= LADDER.indexOf(need);
}

export function forbidden(role: string, need: Need): ReinsError {
  return new ReinsError(
    'forbidden',
    `A token with the role ${role} may not do this. Use a token with the role ${need}.`,
    {
      role,
      needed: need,
    },
  );
}

/** The role that a person at another host has here. Throws `host_refused`. */
export function requireRole(identity: Identity, need: Need): Identity {
  if (mayCall(identity.role, need)) return identity;
  throw new ReinsError(
    'host_refused',
    `This host lets the fleet act with the role ${identity.role} at most; this needs the role ${need}. The setting fleet.max_role changes that.`,
    { role: identity.role, needed: need },
  );
}

/**
 * Someone with a link to one session may read that session on this host, and nothing else. `id` is the parsed parameter,
 * as the handler gets it. Throws `forbidden`.
 */
export function requireShared(
  { session }: Pick<Identity, 'session'>,
  { shared }: Pick<Route, 'shared'>,
  id: string | undefined,
  host: string | undefined,
): void {
  if (session === undefined || shared === 'self') return;
  if (shared !== 'session' || id !== session || host !== undefined) throw notShared();
}

export function notShared(): ReinsError {
  return new ReinsError('forbidden', 'This link gives access to one session only.');
}
