/** The permission modes of Claude Code. Their schemas are in `primitives.ts`; this file needs no zod, since help texts use it. */

export const PERMISSION_MODES = [
  'default',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
] as const;
/** One of Claude Code's permission modes. */
export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** The modes in which Claude can carry out an approved plan. */
export const PLAN_MODES = ['default', 'acceptEdits', 'auto'] as const satisfies readonly PermissionMode[];

/** `manual` is another name for `default`. Modes of newer versions are returned unchanged. */
export function plainMode(mode: string): string {
  return mode === 'manual' ? 'default' : mode;
}
