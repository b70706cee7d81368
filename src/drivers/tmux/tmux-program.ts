/** Finds tmux and checks that it is new enough. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { platform } from '../../lib/platform.ts';
import { ReinsError } from '../../protocol/errors.ts';

const run = promisify(execFile);

/** The first version with `new-session -e` and with clients that do not affect the size of windows. */
const OLDEST = [3, 2] as const;

/** Throws `driver_unavailable` with what to install. Returns the command name. */
export async function requireTmux(env: NodeJS.ProcessEnv): Promise<string> {
  let answer: string;
  try {
    ({ stdout: answer } = await run('tmux', ['-V'], { env, timeout: 10_000 }));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw unavailable(
      isMissing ? 'tmux is not installed' : `tmux does not run (${(error as Error).message})`,
    );
  }
  if (!isNewEnough(answer)) throw unavailable(`${answer.trim()} is too old`);
  return 'tmux';
}

/** Versions have the form `tmux 3.3a`; those between releases, such as `tmux master` or `next-3.6`, count as new. */
export function isNewEnough(answer: string): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(answer) ?? [];
  if (major === undefined) return true;
  const [oldestMajor, oldestMinor] = OLDEST;
  return Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor);
}

function unavailable(why: string): ReinsError {
  return new ReinsError(
    'driver_unavailable',
    `Sessions in a terminal need tmux ${OLDEST.join('.')} or newer, but ${why}. Install it with ${platform.howToInstall('tmux')}, or start the session with the stream driver.`,
  );
}
