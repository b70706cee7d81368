/** Whether the sender of a hook waits for a decision, by its headers: the script that asks identifies itself. */
import type { WaitingHook } from './server-deps.ts';

export function readWaitingHook(
  header: (name: string) => string | undefined,
  signal: AbortSignal,
): WaitingHook | undefined {
  const [process, script] = [header('x-pid'), header('x-ask')];
  if (!process || !script) return undefined;
  const blocking = header('x-blocking');
  return {
    pid: Number(process),
    script,
    isBlocking: Boolean(blocking),
    retries: blocking === 'again',
    signal,
  };
}
