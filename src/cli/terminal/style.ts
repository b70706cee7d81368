/** Colours of the command line's output, and how a status looks. */
import { SHAPES } from '../../core/words/status-shapes.ts';
import { COLOURED, chooseStyle, type Paint, PLAIN, type Style } from '../../lib/style.ts';
import type { Status } from '../../protocol/session.ts';

export { COLOURED, chooseStyle, PLAIN, SHAPES, type Style };

export function paintStatus(status: Status, { waits, runs, quiet }: Style): Paint {
  if (status === 'waiting') return waits;
  return status === 'working' || status === 'starting' ? runs : quiet;
}
