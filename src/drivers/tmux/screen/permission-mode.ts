/** The permission mode shown in the line below the input box, and Claude Code's own names for it. */
import type { PermissionMode } from '../../../protocol/permission-modes.ts';
import type { InputBox } from './input-box.ts';

const SHOWN: Readonly<Record<PermissionMode, RegExp>> = {
  default: /manual mode on/,
  acceptEdits: /accept edits on/,
  plan: /plan mode on/,
  auto: /auto mode on/,
  bypassPermissions: /bypass permissions on/,
  dontAsk: /don.t ask (?:mode )?on/,
};

/** Undefined if the footer shows something else, such as a list of shortcuts. */
export function shownMode({ footer }: InputBox): string | undefined {
  const text = footer.join('\n');
  return Object.entries(SHOWN).find(([, pattern]) => pattern.test(text))?.[0];
}
