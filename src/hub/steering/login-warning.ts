/** An expired login stops every turn. Sessions that the hub controls get a warning with the remedy. */
import type { Run } from '../../drivers/driver.ts';
import type { EventLog } from '../../store/event-log.ts';

export interface LoginWarningOptions {
  readonly log: EventLog;
  /** The run that serves the session now. Events read from the past need no warning. */
  readonly runOf: (sessionId: string) => Run | undefined;
  readonly warn: (run: Run, code: string, message: string) => void;
}

/** Returns an unsubscribe function. */
export function watchLogins({ log, runOf, warn }: LoginWarningOptions): () => void {
  return log.onCommit((events) => {
    for (const { event } of events) {
      if (event.type !== 'api_failed' || event.error !== 'authentication_failed') continue;
      const run = runOf(event.session_id);
      if (run) warn(run, 'login', describe(event.session_id, run));
    }
  });
}

function describe(sessionId: string, { capabilities }: Run): string {
  const where = capabilities.includes('terminal')
    ? `open it with "reins attach ${sessionId}"`
    : 'run "claude" in a terminal';
  return `Claude Code is not logged in, or its login has expired: ${where} and type /login. For an unattended hub, set CLAUDE_CODE_OAUTH_TOKEN or ANTHROPIC_API_KEY in its environment.`;
}
