/**
 * Waits until a new claude responds, so that a failed start is reported immediately and with Claude Code's own message: an
 * unknown session, an id in use, a bad flag. This takes 0.4 to 0.8 s, which Claude Code needs before a first prompt anyway.
 */
import { readInitializeAnswer } from '../../claude/stream-output.ts';
import { isProcessInGroup, readStartMark } from '../../lib/process-identity.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { StreamRun } from './stream-run.ts';

/** A claude that is alive after this long is on a slow machine, not broken. */
const PATIENCE_MS = 20_000;

/** Throws `start_failed`. */
export async function awaitStart(run: StreamRun): Promise<void> {
  const answer = await run.control({ subtype: 'initialize' }, PATIENCE_MS).catch((error: unknown) => {
    if (run.end) throw startFailed(run);
    if (error instanceof ReinsError && error.code === 'run_not_responding') return undefined;
    throw error;
  });
  if (!answer) return;
  const offers = readInitializeAnswer(answer);
  const { pid, isLoggedIn } = offers;
  run.learnOffers(offers);
  if (!isLoggedIn) throw notLoggedIn();
  if (pid === undefined || pid === run.pid || !isProcessInGroup(pid, run.pid)) return;
  const startMark = readStartMark(pid);
  if (startMark !== undefined) run.identify({ pid, startMark });
}

function startFailed(run: StreamRun): ReinsError {
  const output = run.errors.join('\n') || run.end?.stderr.trim() || 'it printed nothing';
  return new ReinsError('start_failed', `Claude Code exited immediately: ${output.slice(-2000)}`, {
    ...run.end?.ended,
  });
}

function notLoggedIn(): ReinsError {
  return new ReinsError(
    'start_failed',
    'Claude Code is not logged in. Run "claude" in a terminal and type /login, or set ANTHROPIC_API_KEY or CLAUDE_CODE_OAUTH_TOKEN for the hub.',
    { reason: 'not_logged_in' },
  );
}
