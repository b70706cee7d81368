/** Compares versions of Claude Code. */

/** True if `version` is `minimum` or newer, both `a.b.c`. */
export function isAtLeast(version: string, minimum: string): boolean {
  const [have, need] = [version, minimum].map((text) => text.split('.').map(Number));
  for (let part = 0; part < 3; part++) {
    const difference = (have?.[part] ?? 0) - (need?.[part] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
