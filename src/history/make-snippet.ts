/** The part of a text that contains the search terms, with the words around it. Pure. */
import type { SnippetPart } from '../protocol/history.ts';
import type { SearchTerm } from './read-search.ts';
import { isOption, isUnspaced } from './word-forms.ts';

const BEFORE = 60;
const LENGTH = 220;
/** The part of very long texts to search. */
const MAX_TEXT = 256 * 1024;

interface Span {
  readonly from: number;
  readonly to: number;
}

export function makeSnippet(text: string, terms: readonly SearchTerm[]): SnippetPart[] {
  const looked = text.slice(0, MAX_TEXT);
  const spans = mergeSpans(terms.flatMap((term) => findTerm(looked, term)));
  const best = bestStart(spans);
  const from = Math.max(0, best - BEFORE);
  const to = Math.min(looked.length, from + LENGTH);
  const parts: SnippetPart[] = [];
  const add = (start: number, end: number, hit: boolean) => {
    const piece = looked.slice(start, end).replace(/\s+/g, ' ');
    if (piece !== '') parts.push(hit ? { text: piece, hit } : { text: piece });
  };
  if (from > 0) parts.push({ text: '…' });
  let at = from;
  for (const span of spans) {
    if (span.to <= from || span.from >= to) continue;
    add(at, Math.max(at, span.from), false);
    add(Math.max(at, span.from), Math.min(to, span.to), true);
    at = Math.min(to, span.to);
  }
  add(at, to, false);
  if (to < text.length) parts.push({ text: '…' });
  return parts;
}

/** Whole words if there are any, otherwise parts of words, as in `fooBar`. */
function findTerm(text: string, { text: wanted, isPrefix }: SearchTerm): Span[] {
  const words = wanted.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [];
  const pattern = words.map(escapePattern).join('[^\\p{L}\\p{N}]+');
  const rest = isOption(wanted) ? '[\\p{L}\\p{N}_-]*' : '[\\p{L}\\p{N}]*';
  // In scripts without spaces between words, what follows is another word.
  const end = isUnspaced(words.at(-1) ?? '') ? '' : isPrefix ? rest : '(?![\\p{L}\\p{N}])';
  const whole = findAll(text, new RegExp(`(?<![\\p{L}\\p{N}])${pattern}${end}`, 'giu'));
  return whole.length > 0 ? whole : findAll(text, new RegExp(pattern, 'giu'));
}

function findAll(text: string, pattern: RegExp): Span[] {
  const spans: Span[] = [];
  for (const { index, 0: found } of text.matchAll(pattern)) {
    spans.push({ from: index, to: index + found.length });
    if (spans.length >= 50) break;
  }
  return spans;
}

/** Where most marks are close together; the first such place. */
function bestStart(spans: readonly Span[]): number {
  let [best, most] = [spans[0]?.from ?? 0, 0];
  for (const { from } of spans) {
    const near = spans.filter((other) => other.from >= from && other.to <= from + LENGTH - BEFORE).length;
    if (near > most) [best, most] = [from, near];
  }
  return best;
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = merged.at(-1);
    if (last && span.from < last.to)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else merged.push(span);
  }
  return merged;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
