/** An invalid command line. */
import { ReinsError } from '../protocol/errors.ts';

export function usageError(message: string): ReinsError {
  return new ReinsError('invalid_request', message);
}
