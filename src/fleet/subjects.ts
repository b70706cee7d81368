/** The names that a fleet uses on NATS. Hosts appear by id, so that permissions can be granted by subject. */

/** Events of every host, kept for members that are away. */
export const EVENT_STREAM = 'REINS_EVENTS';
/** Prompts for hosts that are offline. */
export const PROMPT_STREAM = 'REINS_PROMPTS';
/** Key-value bucket: one entry per host, renewed with every heartbeat. */
export const HOST_BUCKET = 'reins_hosts';

/** What a host publishes of its log. */
export const eventSubject = (host: string) => `reins.ev.${host}`;
/** Requests of one host to another. The caller's id is part of the subject: NATS vouches for it. */
export const callSubject = (owner: string, caller: string) => `reins.rpc.${owner}.${caller}`;
/** Text while it is being written; not stored. */
export const liveSubject = (host: string, session: string) => `reins.live.${host}.${session}`;
/** Who is looking at a device; not stored. */
export const presenceSubject = (host: string) => `reins.presence.${host}`;
/** From a host that uses its invitation to the founder. Members may not publish here, and invitations only here. */
export const joinSubject = (founder: string, host: string) => `reins.join.${founder}.${host}`;
/** A prompt for a host that is offline. */
export const promptSubject = (owner: string, caller: string, message: string) =>
  `reins.prompts.${owner}.${caller}.${message}`;
/** Replies to a host; no other host may listen there. */
export const inboxOf = (host: string) => `_INBOX.${host}`;
/** The same for an invitation: it must not read the replies to a member that joins again. */
export const joinInboxOf = (host: string) => `_INBOX.join-${host}`;

/** The host that sent a message, from its subject. */
export function callerOf(subject: string): string {
  return subject.split('.').at(-1) ?? '';
}
