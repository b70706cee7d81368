/** Compares versions of Reins: members of one major version work together. */

/** By the numbers; what follows a dash does not count. */
export function isOlderVersion(version: string, other: string): boolean {
  const [left = [], right = []] = [version, other].map((text) =>
    (text.split('-')[0] ?? '').split('.').map(Number),
  );
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
