/** A command line that cannot be read as it is. */
import { ReinsError } from '../protocol/errors.ts';

export function usageError(message: string): ReinsError {
  return new ReinsError('invalid_request', message);
}
