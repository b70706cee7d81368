/** Whether the terminal UI can be shown without further words: at a terminal, with a hub that answers. */
import { canDraw } from './terminal/live-area.ts';

/** A hub of this machine answers in a few milliseconds. */
const PATIENCE_MS = 1000;

export async function canShowTui(env: NodeJS.ProcessEnv): Promise<boolean> {
  if (!process.stdin.isTTY || !canDraw(process.stdout, env)) return false;
  try {
    const { findHub } = await import('../sdk-node/find-hub.ts');
    await findHub(env).client.health(AbortSignal.timeout(PATIENCE_MS));
    return true;
  } catch {
    return false;
  }
}
