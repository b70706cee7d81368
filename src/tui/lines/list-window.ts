/** The visible part of a list around the chosen entry, for entries of different heights. */

/** The lines of the chosen entry and its neighbours, as many as fit. */
export function listWindow(
  entries: readonly (readonly string[])[],
  chosen: number,
  height: number,
): { lines: string[]; above: number; below: number; owners: number[] } {
  let first = Math.max(0, Math.min(chosen, entries.length - 1));
  let last = first;
  let used = entries[first]?.length ?? 0;
  // Grows to both sides in turn, to show context before and after.
  for (let grew = true; grew; ) {
    grew = false;
    const next = entries[last + 1];
    if (next && used + next.length <= height) {
      used += next.length;
      last++;
      grew = true;
    }
    const before = entries[first - 1];
    if (before && used + before.length <= height) {
      used += before.length;
      first--;
      grew = true;
    }
  }
  const shown = entries.slice(first, last + 1);
  return {
    lines: shown.flat().slice(0, height),
    above: first,
    below: Math.max(0, entries.length - 1 - last),
    // The entry of each line.
    owners: shown.flatMap((own, index) => own.map(() => first + index)).slice(0, height),
  };
}

/** Moves within a list and stops at its ends. */
export function moved(at: number, step: number, length: number): number {
  return Math.max(0, Math.min(length - 1, at + step));
}
