/**
 * Whether `reins` without arguments opens the terminal UI: at a terminal, with a hub. A slow hub counts, since the UI waits
 * for it.
 */
import { canDraw } from './terminal/live-area.ts';

export async function canShowTui(env: NodeJS.ProcessEnv): Promise<boolean> {
  if (!process.stdin.isTTY || !canDraw(process.stdout, env)) return false;
  try {
    const { findHub } = await import('../sdk-node/find-hub.ts');
    const { hub } = findHub(env);
    const { isProcessAlive } = await import('../lib/process-identity.ts');
    // The file remains after a crash.
    return hub === undefined || isProcessAlive(hub.pid);
  } catch {
    return false;
  }
}
