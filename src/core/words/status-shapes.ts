/** A session's status as a shape: status is never colour alone. */
import type { Status } from '../../protocol/session.ts';

export const SHAPES: Readonly<Record<Status, string>> = {
  starting: '◌',
  working: '●',
  waiting: '◆',
  idle: '○',
  ended: '·',
};
