/** How much a permission mode lets Claude do without asking a person. */

/** Strictest first. `dontAsk` denies what `default` would ask for. */
const BY_LOOSENESS = ['plan', 'dontAsk', 'default', 'acceptEdits', 'auto', 'bypassPermissions'];

/** A mode that is not known may allow anything. */
function looseness(mode: string): number {
  const place = BY_LOOSENESS.indexOf(mode === 'manual' ? 'default' : mode);
  return place === -1 ? BY_LOOSENESS.length : place;
}

/** One name for all modes that are not known, so that they can be counted. */
export function countedMode(mode: string): string {
  return BY_LOOSENESS.includes(mode) ? mode : mode === 'manual' ? 'default' : 'unknown';
}

export function isLooser(mode: string, than: string): boolean {
  return looseness(mode) > looseness(than);
}

/** Undefined when neither is known. */
export function stricterMode(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return isLooser(one, other) ? other : one;
}
