/** Warns before a person ends a session that they did not start through Reins. */
import type { Session } from '../../protocol/session.ts';
import { t } from '../translate.ts';

/** The hub can end its own runs, and processes it sees on this machine. */
export function canBeEnded({
  status,
  driver,
  capabilities,
}: Pick<Session, 'status' | 'driver' | 'capabilities'>): boolean {
  return status !== 'ended' && (driver !== 'external' || capabilities.includes('takeover'));
}

/** Undefined for a session that the hub started. */
export function endWarning({ driver, pid }: Pick<Session, 'driver' | 'pid'>): string | undefined {
  if (driver !== 'external') return undefined;
  if (pid === undefined)
    return t(
      'You started this session outside of Reins. Ending it stops its Claude Code process: the current turn is interrupted, and a draft in its terminal is lost. The conversation is kept and can be resumed.',
    );
  return t(
    'You started this session outside of Reins. Ending it stops its Claude Code process ({pid}): the current turn is interrupted, and a draft in its terminal is lost. The conversation is kept and can be resumed.',
    { pid: String(pid) },
  );
}
