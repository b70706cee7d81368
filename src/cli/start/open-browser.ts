/** Opens a page in the person's browser, on machines with a desktop. */
import { spawn } from 'node:child_process';
import { type Platform, platform } from '../../lib/platform.ts';

/** The program that opens a page; undefined if nobody would see it: over SSH, in CI, or without a desktop. */
export function browserCommand(env: NodeJS.ProcessEnv, { opener }: Platform = platform): string | undefined {
  if (env['CI'] || env['SSH_CONNECTION'] || env['SSH_TTY'] || env['BROWSER'] === 'none') return undefined;
  return opener.needsDisplay && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'] ? undefined : opener.program;
}

/** Whether the program started. The browser itself may take longer, or fail to start. */
export function openBrowser(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const command = browserCommand(env);
  if (command === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(command, [url], { env, stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
    child.unref();
  });
}
