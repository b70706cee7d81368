/** Whether the sender of a hook waits for a decision, by its headers: the script that asks identifies itself. */
import type { HookAsk } from './server-deps.ts';

export function readAsk(
  header: (name: string) => string | undefined,
  signal: AbortSignal,
): HookAsk | undefined {
  const [process, script] = [header('x-pid'), header('x-ask')];
  if (!process || !script) return undefined;
  const blocking = header('x-blocking');
  return {
    name: `${process}:${script}`,
    isBlocking: Boolean(blocking),
    comesAgain: blocking === 'again',
    signal,
  };
}
