/**
 * What is observed of a session: the newest observation of a field counts, with two exceptions. A title that a person
 * chose outlives derived ones. Starts and rules rely on the folder and the permission mode, and whoever holds an ingest
 * token can post a hook about any session: the folder is taken from hooks only while no other source tells it, and the
 * mode is shown as hooks tell it, since nothing else tells every change, but what to rely on is kept beside it.
 */
import type { Observed } from '../protocol/events.ts';
import type { Source } from '../protocol/primitives.ts';
import { type Latest, later } from './latest.ts';

export interface Seen<T> extends Latest<T> {
  /** Only hooks have told it. */
  readonly by_hook?: true;
  /** What others than hooks told last. */
  readonly sure?: Latest<T>;
}

export type Observations = { [Field in keyof Observed]?: Seen<NonNullable<Observed[Field]>> };

export function observe(current: Observations, seen: Observed, at: number, source: Source): Observations {
  const next: Record<string, Seen<unknown>> = { ...current };
  const rank = current.title_rank?.value ?? 0;
  for (const [field, value] of Object.entries(seen)) {
    const known = next[field];
    const order = field === 'title' ? Math.sign((seen.title_rank ?? 0) - rank) : 0;
    if (order < 0) continue;
    if (order > 0) next[field] = { value, at };
    else if (field === 'title_rank') next[field] = { value: Math.max(Number(value), rank), at };
    else if (field === 'cwd') next[field] = guarded(known, value, at, source);
    else if (field === 'permission_mode') next[field] = shown(known, value, at, source);
    else next[field] = later(known, value, at);
  }
  return next as Observations;
}

/** The value, unless only hooks have told it. */
export function reliable<T>(seen: Seen<T> | undefined): T | undefined {
  return seen?.by_hook ? undefined : (seen?.sure ?? seen)?.value;
}

function shown(known: Seen<unknown> | undefined, value: unknown, at: number, source: Source): Seen<unknown> {
  const isHook = source === 'hook';
  const before = known?.sure ?? (known?.by_hook ? undefined : known);
  const sure = isHook ? before : later(before, value, at);
  const newest = later(known, value, at);
  return {
    value: newest.value,
    at: newest.at,
    ...(sure ? { sure: { value: sure.value, at: sure.at } } : { by_hook: true }),
  };
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
