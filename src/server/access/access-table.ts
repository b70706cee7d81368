/** Every route and who may call it: the one place where that is decided. A route that is missing here opens to nobody. */
import type { Role } from '../../protocol/access.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ClientFrame } from '../../protocol/socket.ts';
import type { TerminalInput } from '../../protocol/terminal.ts';

export type Need = Role | 'nobody' | 'anyone';

export const ACCESS: Readonly<Record<string, Need>> = {
  'GET /api/health': 'anyone',
  'GET /api/sessions': 'viewer',
  'POST /api/sessions': 'operator',
  'GET /api/sessions/:id': 'viewer',
  'PATCH /api/sessions/:id': 'operator',
  'DELETE /api/sessions/:id': 'operator',
  'GET /api/sessions/:id/turns': 'viewer',
  'GET /api/sessions/:id/events': 'viewer',
  'GET /api/sessions/:id/export': 'viewer',
  'GET /api/sessions/:id/timeline': 'viewer',
  'GET /api/sessions/:id/permission-rules': 'viewer',
  'GET /api/sessions/:id/pending-questions': 'viewer',
  'POST /api/sessions/:id/resume': 'operator',
  'POST /api/sessions/:id/fork': 'operator',
  'POST /api/sessions/:id/takeover': 'operator',
  'POST /api/sessions/:id/interrupt': 'operator',
  'POST /api/sessions/:id/message': 'operator',
  'GET /api/sessions/:id/queue': 'operator',
  'PATCH /api/sessions/:id/queue/:message_id': 'operator',
  'DELETE /api/sessions/:id/queue/:message_id': 'operator',
  'GET /api/sessions/:id/commands': 'operator',
  'GET /api/sessions/:id/files': 'operator',
  'GET /api/sessions/:id/screen': 'operator',
  'GET /api/sessions/:id/attach': 'operator',
  // A terminal may show more than the session does: the shell of the person, other programs.
  'GET /api/sessions/:id/terminal': 'operator',
  'GET /api/events': 'viewer',
  'GET /api/search': 'viewer',
  'GET /api/history': 'viewer',
  'POST /api/history/prune': 'operator',
  'GET /api/usage': 'viewer',
  'GET /api/interactions': 'viewer',
  'POST /api/interactions/:id/answer': 'approver',
  'POST /api/sessions/:id/answer': 'approver',
  'GET /api/policy': 'viewer',
  'PUT /api/policy': 'operator',
  'POST /api/policy/simulate': 'operator',
  // A viewer sees the same inputs and answers in the sessions themselves.
  'GET /api/audit': 'viewer',
  'GET /api/ws': 'viewer',
  'POST /api/hooks': 'ingest',
  'GET /api/settings': 'operator',
  'PATCH /api/settings': 'operator',
  'GET /api/tokens': 'operator',
  'POST /api/tokens': 'operator',
  'DELETE /api/tokens/:name': 'operator',
  'POST /api/pairings': 'operator',
  'POST /api/pair': 'anyone',
  'GET /api/devices': 'operator',
  'PATCH /api/devices/:id': 'operator',
  'DELETE /api/devices/:id': 'operator',
  'GET /api/me': 'viewer',
  'DELETE /api/me': 'viewer',
  'GET /api/push': 'viewer',
  'POST /api/push/subscription': 'viewer',
  'DELETE /api/push/subscription': 'viewer',
  'PUT /api/push/preferences': 'viewer',
  'POST /api/push/test': 'viewer',
  'POST /api/push/test/:device_id': 'operator',
  'POST /api/push/receipts': 'viewer',
  'GET /api/push/deliveries': 'viewer',
  'POST /api/push/rotate': 'operator',
  'GET /api/openapi.json': 'viewer',
  'GET /api/docs': 'viewer',
};

/** The same for the frames of `/api/ws`. */
export const FRAME_ACCESS: Readonly<Record<ClientFrame['type'], Role>> = {
  subscribe: 'viewer',
  unsubscribe: 'viewer',
  ping: 'viewer',
  message: 'operator',
  interrupt: 'operator',
  answer: 'approver',
  presence: 'viewer',
};

/** The same for the frames of `/api/sessions/:id/terminal`. */
export const TERMINAL_FRAME_ACCESS: Readonly<Record<TerminalInput['type'], Role>> = {
  keys: 'operator',
  paste: 'operator',
  fit: 'operator',
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

export function forbidden(role: string, need: Need): ReinsError {
  return new ReinsError('forbidden', `A token of role ${role} may not do this; it takes ${need}.`, {
    role,
    needed: need,
  });
}
