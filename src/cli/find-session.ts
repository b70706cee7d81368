/** Finds a session by its id, the start of its id, its title, or the word `last`. */
import { ReinsError } from '../protocol/errors.ts';
import type { Session } from '../protocol/session.ts';
import type { Client } from '../sdk/client.ts';
import { cleanLine } from './terminal/clean-text.ts';
import { shortId } from './terminal/format.ts';

const WHOLE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const PAGE = 500;
const NAMED = 5;

/** Throws `session_not_found`, or `invalid_request` with the candidates if several match. */
export async function findSession(client: Client, meant: string): Promise<string> {
  if (WHOLE_ID.test(meant)) return meant.toLowerCase();
  if (meant === 'last') return lastSession(client);
  // Every id starts with the empty string.
  if (meant === '') throw new ReinsError('invalid_request', 'Name a session. "reins ls" lists them.');
  const byId: Session[] = [];
  const byTitle: Session[] = [];
  for await (const session of client.listAll({ limit: PAGE })) {
    if (session.session_id.startsWith(meant.toLowerCase())) byId.push(session);
    else if (session.title.toLowerCase() === meant.toLowerCase()) byTitle.push(session);
  }
  const living = byTitle.filter(({ status }) => status !== 'ended');
  // A title may have been used before: the live session wins.
  const found = byId.length > 0 ? byId : living.length > 0 ? living : byTitle;
  const [only, ...others] = found;
  if (!only) {
    throw new ReinsError(
      'session_not_found',
      `No session has an id that starts with ${meant}, or that title. "reins ls --all" lists them.`,
    );
  }
  if (others.length > 0) throw ambiguous(meant, found);
  return only.session_id;
}

async function lastSession(client: Client): Promise<string> {
  const [newest] = (await client.list({ limit: 1 })).items;
  if (newest) return newest.session_id;
  throw new ReinsError('session_not_found', 'There are no sessions yet. Start one with "reins new".');
}

function ambiguous(meant: string, found: readonly Session[]): ReinsError {
  const named = found
    .slice(0, NAMED)
    .map(({ session_id, title }) => `\n  ${session_id}  ${cleanLine(title)}`)
    .join('');
  const more = found.length > NAMED ? `\n  and ${found.length - NAMED} more` : '';
  return new ReinsError(
    'invalid_request',
    `${meant} matches ${found.length} sessions; give more of the id:${named}${more}`,
    { candidates: found.map(({ session_id }) => shortId(session_id)) },
  );
}
