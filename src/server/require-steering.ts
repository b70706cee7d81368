/** Sessions that the hub can steer: the one place that asks for both before a route does anything. */
import { ReinsError } from '../protocol/errors.ts';
import type { ServerDeps, Steering } from './server-deps.ts';
import { requireSession } from './session-answers.ts';

export type SteeringDeps = Pick<ServerDeps, 'steering' | 'reader'>;

/** Throws `driver_unavailable` in a hub that only watches. */
export function requireSteering({ steering }: Pick<ServerDeps, 'steering'>): Steering {
  if (steering) return steering;
  throw new ReinsError('driver_unavailable', 'This hub only watches: it cannot start or prompt sessions.');
}

/** Throws `session_not_found` as well. */
export function steeringOf(deps: SteeringDeps, sessionId: string): Steering {
  const steering = requireSteering(deps);
  requireSession(deps.reader, sessionId);
  return steering;
}
