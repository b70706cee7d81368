/** The exit codes of commands, and which error has which. */
import { ReinsError } from '../protocol/errors.ts';

export const EXIT = { done: 0, failed: 1, usage: 2, hubNotRunning: 3 } as const;

export function exitCodeFor(error: unknown): number {
  if (!(error instanceof ReinsError)) return EXIT.failed;
  if (error.code === 'hub_not_running') return EXIT.hubNotRunning;
  return error.code === 'invalid_request' ? EXIT.usage : EXIT.failed;
}
