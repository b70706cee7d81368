/** Ends what a token has opened when the token is revoked. */
import type { Identity } from '../../protocol/access.ts';
import type { Tokens } from '../server-deps.ts';

export interface Revocation {
  readonly signal: AbortSignal;
  /** To be called when there is nothing left to end. */
  forget(): void;
}

export function endWhenRevoked(tokens: Pick<Tokens, 'onRemove'>, { id }: Identity): Revocation {
  const controller = new AbortController();
  const forget = tokens.onRemove((removed) => {
    if (removed === id) controller.abort();
  });
  return { signal: controller.signal, forget };
}
