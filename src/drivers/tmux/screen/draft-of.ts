/** Whether what stands in the input box is a prompt of ours: pasted and not sent, or put back there by an interrupt. */
import { squeeze } from '../dialog/squeeze.ts';

/** What the box shows of a paste with several lines (2.1.325). */
const PASTED = /\[Pasted text #\d+(?: \+(\d+) lines)?\]/g;
/** Of a long draft the box shows the end; this much of it is enough to know it by. */
const KNOWN_BY = 80;

/** Also when it stands there more than once: Claude Code was slow to show it, and it was pasted again. */
export function isDraftOf(draft: string, text: string): boolean {
  const pasted = [...draft.matchAll(PASTED)];
  if (pasted.length > 0) {
    const isAll = draft.replace(PASTED, '').trim() === '';
    return isAll && pasted.every(([, lines = '0']) => Number(lines) === text.split('\n').length - 1);
  }
  const [shown, whole] = [squeeze(draft), squeeze(text)];
  if (shown === '' || whole === '') return false;
  if (shown.length >= KNOWN_BY && whole.endsWith(shown)) return true;
  return shown === whole.repeat(Math.max(1, Math.round(shown.length / whole.length)));
}
