/** Turns snapshots of a pane into bytes for a terminal emulator: a whole picture, or the difference between two. */
import type { Snapshot } from './snapshot.ts';

/**
 * Draws into an empty terminal. Automatic wrapping is off, so that a character that the emulator considers wider than tmux
 * does spoils only one row. Claude Code requests bracketed paste, which tmux does not report.
 */
export function drawPicture({ above, rows, modes, cursor, isAlternate, isKeypad }: Snapshot): string {
  return [
    '\x1bc\x1b[?7l\x1b[?2004h',
    isAlternate ? '\x1b[?1049h' : '',
    modes.map((mode) => `\x1b[?${mode}h`).join(''),
    isKeypad ? '\x1b=' : '',
    '\x1b[H',
    [...above, ...rows].join('\r\n'),
    place(cursor),
  ].join('');
}

/**
 * Turns a terminal that shows `from` into one that shows `to`, in one visible step. Empty if they are equal; undefined if a
 * whole picture is needed.
 */
export function drawDifference(from: Snapshot, to: Snapshot): string | undefined {
  const isSameRoom =
    from.columns === to.columns && from.rows.length === to.rows.length && from.isAlternate === to.isAlternate;
  const scrolled = to.isAlternate ? 0 : to.historySize - from.historySize;
  if (!isSameRoom || scrolled < 0 || scrolled > Math.min(to.above.length, to.rows.length)) return undefined;
  const drawn = [scroll(from, to, scrolled), switchModes(from, to)].join('');
  const cursor = place(to.cursor);
  if (drawn === '' && cursor === place(from.cursor)) return '';
  return `\x1b[?2026h${drawn}${cursor}\x1b[?2026l`;
}

/** Rows that leave at the top go into the emulator's own history, so they must be correct before they leave. */
function scroll(from: Snapshot, to: Snapshot, by: number): string {
  if (by === 0) return redraw(from.rows, to.rows);
  const left = [...from.rows.slice(by), ...Array.from({ length: by }, () => '')];
  return [
    redraw(from.rows.slice(0, by), to.above.slice(-by)),
    `\x1b[${to.rows.length};1H`,
    '\n'.repeat(by),
    redraw(left, to.rows),
  ].join('');
}

function redraw(from: readonly string[], to: readonly string[]): string {
  return to.map((row, at) => (row === from[at] ? '' : `\x1b[${at + 1};1H\x1b[2K${row}`)).join('');
}

/** Mouse modes exclude each other: leaving one may end another, so active ones are set again. */
function switchModes(from: Snapshot, to: Snapshot): string {
  const left = from.modes.filter((mode) => !to.modes.includes(mode));
  const isChanged = left.length > 0 || from.modes.length !== to.modes.length;
  return [
    ...left.map((mode) => `\x1b[?${mode}l`),
    ...(isChanged ? to.modes.map((mode) => `\x1b[?${mode}h`) : []),
    from.isKeypad === to.isKeypad ? '' : `\x1b${to.isKeypad ? '=' : '>'}`,
  ].join('');
}

function place({ column, row, isShown }: Snapshot['cursor']): string {
  return `\x1b[${row + 1};${column + 1}H\x1b[?25${isShown ? 'h' : 'l'}`;
}
