/** Sessions that wait for a person, but not for a request that can be answered from here. */
import type { Session } from '../protocol/session.ts';
import { t } from './translate.ts';

/** A request may take a moment to be reported, and the status a moment to follow an answer. */
export const GRACE_MS = 4000;

type Waiting = Pick<Session, 'status' | 'open_interactions' | 'last_activity_at' | 'waiting_for'>;

export function waitsInTerminal(session: Waiting, now: number): boolean {
  const { status, open_interactions, last_activity_at } = session;
  return status === 'waiting' && open_interactions === 0 && now - Date.parse(last_activity_at) > GRACE_MS;
}

export function terminalWaitText({ waiting_for }: Pick<Waiting, 'waiting_for'>): string {
  return waiting_for
    ? t('answer in the terminal: {dialog}', { dialog: waiting_for })
    : t('answer in the terminal');
}
