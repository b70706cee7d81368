/** What a command that has begun, changed or ended a session prints about it. */
import type { Session } from '../../protocol/session.ts';
import { printJson } from '../print.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { SHAPES } from '../terminal/style.ts';
import { shortId } from '../terminal/words.ts';

/** `words` says what happened; then come the session, and what can be done next. */
export function printSession(session: Session, words: string, json: boolean | undefined): void {
  if (json) printJson(session);
  else console.log(`${words} ${describe(session)}`);
}

function describe({ session_id, status, title, driver }: Session): string {
  return [session_id, cleanLine(title), `${SHAPES[status]} ${status} (${driver})`].filter(Boolean).join('  ');
}

/** For the person, beside what a script may read. */
export function suggestWatching(sessionId: string): void {
  if (process.stderr.isTTY) console.error(`"reins watch ${shortId(sessionId)}" follows it.`);
}
