/** Dialogs that Claude Code shows before it takes input, and the warnings about them, which end with their cause. */
import type { SessionState } from './session-state.ts';

const START_DIALOGS: ReadonlySet<string> = new Set([
  ...['trust_dialog', 'onboarding', 'login', 'api_key_question', 'bypass_warning', 'settings_error'],
  ...['mcp_approval', 'resume_question', 'dialog', 'menu'],
]);

type Warnings = SessionState['warnings'];

/** Claude Code takes input, or its process is gone: the dialogs of before are closed. */
export function withoutStartDialogs({ warnings }: { readonly warnings: Warnings }, at: number) {
  const kept = warnings.filter((warning) => !START_DIALOGS.has(warning.code) || Date.parse(warning.at) > at);
  return kept.length === warnings.length ? {} : { warnings: kept };
}

/** The dialog that a start waits for, such as `trust dialog`. */
export function startDialogOf({ warnings }: { readonly warnings: Warnings }): string | undefined {
  const last = warnings.at(-1);
  return last && START_DIALOGS.has(last.code) ? last.code.replaceAll('_', ' ') : undefined;
}
