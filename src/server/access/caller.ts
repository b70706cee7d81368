/**
 * The caller of a request, looked up again whenever it matters: a socket outlives its first check, and tokens
 * are revoked and roles changed meanwhile.
 */
import type { Identity } from '../../protocol/access.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Tokens } from '../server-deps.ts';
import { forbidden, mayCall, type Need } from './access-table.ts';

export class Caller {
  readonly #admitted: Identity;
  readonly #identify: () => Identity | undefined;
  readonly #tokens: Pick<Tokens, 'onRemove'>;

  /** `identify` looks up the credential of the request. */
  constructor(admitted: Identity, identify: () => Identity | undefined, tokens: Pick<Tokens, 'onRemove'>) {
    this.#admitted = admitted;
    this.#identify = identify;
    this.#tokens = tokens;
  }

  /** The current caller. Throws `unauthorized` or `forbidden`. */
  require(need: Need): Identity {
    const identity = this.#identify();
    if (!identity)
      throw new ReinsError('unauthorized', 'Access was revoked. Pair again, or use another token.');
    if (!mayCall(identity.role, need)) throw forbidden(identity.role, need);
    return identity;
  }

  /**
   * Calls `end` when access is revoked or the role changes, immediately if that has happened. Returns an
   * unsubscribe function.
   */
  onRevoked(end: () => void): () => void {
    const { id, role } = this.#admitted;
    const unsubscribe = this.#tokens.onRemove((removed) => {
      if (removed === id) end();
    });
    if (this.#identify()?.role !== role) end();
    return unsubscribe;
  }
}
