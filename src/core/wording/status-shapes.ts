/** A session's status as a shape and a colour: status is never colour alone. */
import type { Paint, Style } from '../../lib/style.ts';
import type { Status } from '../../protocol/session.ts';

export const SHAPES: Readonly<Record<Status, string>> = {
  starting: '◌',
  working: '●',
  waiting: '◆',
  idle: '○',
  ended: '·',
};

export function paintStatus(status: Status, { waits, runs, quiet }: Style): Paint {
  if (status === 'waiting') return waits;
  return status === 'working' || status === 'starting' ? runs : quiet;
}
