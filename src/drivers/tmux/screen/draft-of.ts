/** Whether the input box contains one of the hub's own prompts: pasted and not sent, or put back by an interrupt. */
import { squeeze } from '../dialog/squeeze.ts';

/** What the box shows for a paste of several lines (2.1.325). */
const PASTED = /\[Pasted text #\d+(?: \+(\d+) lines)?\]/g;
/** The box shows only the end of a long draft; this much of it is enough to recognize it. */
const KNOWN_BY = 80;

/** Also if it is there more than once: Claude Code was slow to show it, and it was pasted again. */
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
