/** How much Claude may do in each permission mode without asking a person. */
import type { PermissionMode } from '../protocol/permission-modes.ts';

/** `dontAsk` denies what `default` would ask for. */
const LOOSENESS: Readonly<Record<PermissionMode, number>> = {
  plan: 0,
  dontAsk: 1,
  default: 2,
  acceptEdits: 3,
  auto: 4,
  bypassPermissions: 5,
};

/** An unknown mode may allow anything. */
function looseness(mode: string): number {
  return isKnown(mode) ? LOOSENESS[mode] : Number.POSITIVE_INFINITY;
}

function isKnown(mode: string): mode is PermissionMode {
  return Object.hasOwn(LOOSENESS, mode);
}

/** One name for all unknown modes, so that they can be counted. */
export function countedMode(mode: string): string {
  return isKnown(mode) ? mode : 'unknown';
}

export function isLooser(mode: string, than: string): boolean {
  return looseness(mode) > looseness(than);
}

/** Undefined if neither is known. */
export function stricterMode(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return isLooser(one, other) ? other : one;
}
