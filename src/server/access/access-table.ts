/** Every route and who may call it: the one place where that is decided. A route that is missing here opens to nobody. */
import type { Role } from '../../protocol/access.ts';

export type Need = Role | 'nobody' | 'anyone';

export const ACCESS: Readonly<Record<string, Need>> = {
  'GET /api/health': 'anyone',
  'GET /api/sessions': 'viewer',
  'GET /api/sessions/:id': 'viewer',
  'GET /api/sessions/:id/turns': 'viewer',
  'GET /api/sessions/:id/events': 'viewer',
  'GET /api/sessions/:id/pending-questions': 'viewer',
  'GET /api/events': 'viewer',
  'GET /api/interactions': 'viewer',
  'GET /api/ws': 'viewer',
  'POST /api/hooks': 'ingest',
  'GET /api/settings': 'operator',
  'PATCH /api/settings': 'operator',
  'GET /api/tokens': 'operator',
  'POST /api/tokens': 'operator',
  'DELETE /api/tokens/:name': 'operator',
  'GET /api/openapi.json': 'viewer',
  'GET /api/docs': 'viewer',
};

export function neededFor(method: string, path: string): Need {
  return ACCESS[`${method} ${path}`] ?? 'nobody';
}

/** Each of these may do what those before it may. `ingest` is not among them. */
const LADDER: readonly Role[] = ['viewer', 'approver', 'operator'];

export function mayCall(role: Role, need: Need): boolean {
  if (need === 'anyone') return true;
  if (need === 'nobody') return false;
  if (need === 'ingest') return role === 'ingest';
  return LADDER.indexOf(role) >= LADDER.indexOf(need);
}
