/** The output of a command that has started, changed or ended a session. */
import type { Session } from '../../protocol/session.ts';
import { printJson } from '../print.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { shortId } from '../terminal/format.ts';
import { SHAPES } from '../terminal/style.ts';

/** `words` describes what happened; then follow the session, and what can be done next. */
export function printSession(session: Session, words: string, json: boolean | undefined): void {
  if (json) printJson(session);
  else console.log(`${words} ${describe(session)}`);
}

function describe({ session_id, status, title, driver }: Session): string {
  return [session_id, cleanLine(title), `${SHAPES[status]} ${status} (${driver})`].filter(Boolean).join('  ');
}

/** For a person, in addition to the output for scripts. */
export function suggestWatching(sessionId: string): void {
  if (process.stderr.isTTY) console.error(`"reins watch ${shortId(sessionId)}" follows it.`);
}
