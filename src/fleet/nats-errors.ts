/** Describes why NATS cannot be used: what happened, and what to do next. */
import { AuthorizationError, UserAuthenticationExpiredError } from '@nats-io/transport-node';
import { ReinsError } from '../protocol/errors.ts';

export function isRefusedLogin(error: unknown): boolean {
  return error instanceof AuthorizationError || error instanceof UserAuthenticationExpiredError;
}

/** `refused`: what to do if the server does not accept the login. */
export function toNatsProblem(error: unknown, servers: readonly string[], refused: string): ReinsError {
  if (error instanceof ReinsError) return error;
  const where = servers.join(', ');
  if (isRefusedLogin(error))
    return new ReinsError('unauthorized', `NATS at ${where} refused the login. ${refused}`);
  const { message, cause } = error as Error;
  const why = cause instanceof Error ? cause.message : message;
  return new ReinsError('host_offline', `NATS does not respond at ${where} (${why}). ${remedyOf(why)}`);
}

function remedyOf(why: string): string {
  if (/certificate|self.signed|altname/i.test(why))
    return 'Check that the certificate is valid for this address; pass --ca FILE if you use your own certificate authority.';
  if (/'tls'/i.test(why)) return 'The server does not use TLS: the address must start with nats://.';
  return 'Check that nats-server is running, that the address is right, and that no firewall blocks the connection.';
}
