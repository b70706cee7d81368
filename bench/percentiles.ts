/** Statistics of a list of measurements. */

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function describeMs(values: readonly number[]): string {
  const at = (share: number) => percentile(values, share).toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms, n ${values.length}`;
}
