/**
 * Observed facts of a session: the newest observation of a field counts, with two exceptions. A title that a
 * person chose outlives derived ones. Starts and rules rely on the folder and the permission mode, and anyone
 * with an ingest token can post a hook about any session: the folder comes from hooks only while no other
 * source reports it. The mode is shown as hooks report it, since no other source reports every change, but a
 * trusted value is kept next to it. Every mode reported by a hook is kept too, since the newest hook may be
 * forged.
 */
import type { Observed } from '../protocol/events.ts';
import { plainMode } from '../protocol/permission-modes.ts';
import type { Source } from '../protocol/primitives.ts';
import { type Latest, later } from './latest.ts';
import { countedMode, isLooser } from './permission-modes.ts';

export interface Seen<T> extends Latest<T> {
  /** Reported only by hooks. */
  readonly by_hook?: true;
  /** The last value from other sources than hooks. */
  readonly sure?: Latest<T>;
  /** When hooks last reported each mode. */
  readonly hook_modes?: Readonly<Record<string, number>>;
}

/** The permission mode is between these. */
export interface ModeBounds {
  readonly strictest: string;
  readonly loosest: string;
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
    else if (field === 'permission_mode') next[field] = shown(known, plainMode(String(value)), at, source);
    else next[field] = later(known, value, at);
  }
  return next as Observations;
}

/** The value, unless only hooks have reported it. */
export function reliable<T>(seen: Seen<T> | undefined): T | undefined {
  return seen?.by_hook ? undefined : (seen?.sure ?? seen)?.value;
}

/**
 * The last mode from other sources, and all modes that hooks have reported since: they may be real or forged,
 * so anything that grants permissions assumes the worse. Undefined while only hooks have reported a mode.
 */
export function modeBounds(seen: Seen<string> | undefined): ModeBounds | undefined {
  const sure = seen?.by_hook ? undefined : (seen?.sure ?? seen);
  if (!sure) return undefined;
  const since = Object.entries(seen?.hook_modes ?? {}).filter(([, at]) => at >= sure.at);
  return since.reduce<ModeBounds>(
    ({ strictest, loosest }, [mode]) => ({
      strictest: isLooser(strictest, mode) ? mode : strictest,
      loosest: isLooser(mode, loosest) ? mode : loosest,
    }),
    { strictest: sure.value, loosest: sure.value },
  );
}

function shown(known: Seen<unknown> | undefined, value: string, at: number, source: Source): Seen<unknown> {
  const isHook = source === 'hook';
  const before = known?.sure ?? (known?.by_hook ? undefined : known);
  const sure = isHook ? before : later(before, value, at);
  const newest = later(known, value, at);
  const hookModes = isHook ? withMode(known?.hook_modes, value, at) : known?.hook_modes;
  return {
    value: newest.value,
    at: newest.at,
    ...(sure ? { sure: { value: sure.value, at: sure.at } } : { by_hook: true }),
    ...(hookModes && { hook_modes: hookModes }),
  };
}

function withMode(modes: Readonly<Record<string, number>> = {}, mode: string, at: number) {
  const name = countedMode(mode);
  return { ...modes, [name]: Math.max(modes[name] ?? 0, at) };
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
