/**
 * What is observed of a session: the newest observation of a field counts, with two exceptions. A title that a person
 * chose outlives derived ones. The folder and the permission mode, on which starts and rules rely, are taken from hooks
 * only while no other source tells them: whoever holds an ingest token can post a hook about any session.
 */
import type { Observed } from '../protocol/events.ts';
import type { Source } from '../protocol/primitives.ts';
import { type Latest, later } from './latest.ts';

export interface Seen<T> extends Latest<T> {
  /** Only hooks have told it. */
  readonly by_hook?: true;
}

export type Observations = { [Field in keyof Observed]?: Seen<NonNullable<Observed[Field]>> };

const GUARDED: ReadonlySet<string> = new Set<keyof Observed>(['cwd', 'permission_mode']);

export function observe(current: Observations, seen: Observed, at: number, source: Source): Observations {
  const next: Record<string, Seen<unknown>> = { ...current };
  const rank = current.title_rank?.value ?? 0;
  for (const [field, value] of Object.entries(seen)) {
    const known = next[field];
    const order = field === 'title' ? Math.sign((seen.title_rank ?? 0) - rank) : 0;
    if (order < 0) continue;
    if (order > 0) next[field] = { value, at };
    else if (field === 'title_rank') next[field] = { value: Math.max(Number(value), rank), at };
    else if (GUARDED.has(field)) next[field] = guarded(known, value, at, source);
    else next[field] = later(known, value, at);
  }
  return next as Observations;
}

/** The value, unless only hooks have told it. */
export function reliable<T>(seen: Seen<T> | undefined): T | undefined {
  return seen?.by_hook ? undefined : seen?.value;
}

function guarded(
  known: Seen<unknown> | undefined,
  value: unknown,
  at: number,
  source: Source,
): Seen<unknown> {
  if (source !== 'hook') return known?.by_hook ? { value, at } : later(known, value, at);
  if (known && !known.by_hook) return known;
  return { ...later(known, value, at), by_hook: true };
}
