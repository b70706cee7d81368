/** Finds a session by its id, the start of its id, its title, or the word `last`. */
import { withAddresses } from '../core/session-address.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Session } from '../protocol/session.ts';
import type { Client } from '../sdk/client.ts';
import { cleanLine } from './terminal/clean-text.ts';
import { shortId } from './terminal/format.ts';

const WHOLE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const PAGE = 500;
const NAMED = 5;

/** The start of an id, and a host of the fleet. */
const ON_HOST = /^([0-9a-f-]{1,36})@([\w.-]+)$/i;

/** The id of the session, or `ID@HOST` if the host was named. Throws `session_not_found`, or `invalid_request` with the candidates if several match. */
export async function findSession(client: Client, meant: string): Promise<string> {
  if (WHOLE_ID.test(meant)) return meant.toLowerCase();
  const [, start, host] = ON_HOST.exec(meant) ?? [];
  if (start !== undefined && host !== undefined) return `${await findOn(client, start, host)}@${host}`;
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

async function findOn(client: Client, start: string, host: string): Promise<string> {
  if (WHOLE_ID.test(start)) return start.toLowerCase();
  const found: Session[] = [];
  for await (const session of client.listAll({ host, limit: PAGE })) {
    if (session.session_id.startsWith(start.toLowerCase())) found.push(session);
  }
  if (found.length > 1) throw ambiguous(start, found);
  if (found[0]) return found[0].session_id;
  throw new ReinsError(
    'session_not_found',
    `No session on ${host} has an id that starts with ${start}. "reins ls --host ${host} --all" lists them.`,
  );
}

async function lastSession(client: Client): Promise<string> {
  const [newest] = (await client.list({ limit: 1 })).items;
  if (newest) return newest.session_id;
  throw new ReinsError('session_not_found', 'There are no sessions yet. Start one with "reins new".');
}

function ambiguous(meant: string, found: readonly Session[]): ReinsError {
  const candidates = withAddresses(found);
  const named = candidates
    .slice(0, NAMED)
    .map(({ address, title }) => `\n  ${address}  ${cleanLine(title)}`)
    .join('');
  const areSame = candidates.every(({ address, session_id }) => address !== session_id);
  const remedy = areSame ? 'add the host' : 'give more of the id';
  const more = found.length > NAMED ? `\n  and ${found.length - NAMED} more` : '';
  return new ReinsError(
    'invalid_request',
    `${meant} matches ${found.length} sessions; ${remedy}:${named}${more}`,
    { candidates: found.map(({ session_id }) => shortId(session_id)) },
  );
}
