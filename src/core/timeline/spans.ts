/** Time spans and their gaps, in milliseconds. A span without length does not count. */

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Ordered and without overlap, inside `bounds`. */
export function mergeSpans(spans: readonly Span[], bounds: Span): Span[] {
  const merged: { from: number; to: number }[] = [];
  const clipped = spans
    .map(({ from, to }) => ({ from: Math.max(from, bounds.from), to: Math.min(to, bounds.to) }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from);
  for (const span of clipped) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push(span);
  }
  return merged;
}

/** The parts of `bounds` that none of the spans covers. */
export function gapsBetween(spans: readonly Span[], bounds: Span): Span[] {
  const gaps: Span[] = [];
  let from = bounds.from;
  for (const span of mergeSpans(spans, bounds)) {
    if (span.from > from) gaps.push({ from, to: span.from });
    from = span.to;
  }
  return bounds.to > from ? [...gaps, { from, to: bounds.to }] : gaps;
}

export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}
