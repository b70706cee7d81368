/** What a queued prompt waits for, in a few words. */
import { t } from '../translate.ts';

const WORDS: Readonly<Record<string, string>> = {
  host_offline: t('waits until its host is back'),
  interaction: t('waits for your answer'),
  starting: t('waits until Claude Code has started'),
  background: t('waits until Claude Code is in the foreground of its terminal'),
  dialog: t('waits for an answer to the dialog in the terminal'),
  trust_dialog: t('waits until the folder is trusted'),
  onboarding: t('waits until Claude Code is set up for this account'),
  login: t('waits for a login'),
  api_key_question: t('waits until you choose in the terminal whether to use the API key'),
  bypass_warning: t('waits until you confirm Bypass permissions mode in the terminal'),
  settings_error: t('waits for an answer to the settings error in the terminal'),
  mcp_approval: t('waits until you choose in the terminal whether to use the MCP servers of the project'),
  resume_question: t('waits until you choose in the terminal how to resume the conversation'),
  rewind_menu: t('waits until the rewind menu is closed in the terminal'),
  transcript_view: t('waits until the transcript is closed in the terminal'),
  menu: t('waits until the menu is closed in the terminal'),
  unknown_screen: t('waits until the terminal shows the input box again'),
  turn: t('waits until the turn ends, because the prompt looks like a command'),
  shell_mode: t('waits until the shell command in the terminal is run or cleared'),
  draft: t('waits until the draft in the terminal is sent or cleared'),
  run_ending: t('waits until this run has ended and the session is resumed'),
  no_terminal: t('waits until it can be typed into the terminal'),
  relay_off: t('waits until relaying is enabled for the session'),
  relay_not_waiting: t('waits until Claude Code in the terminal is ready to receive it'),
};

/** `waits for your answer`. Unknown names, from a newer hub, are shown as they are. */
export function waitText(blockedBy: string): string {
  return WORDS[blockedBy] ?? t('waits for: {obstacle}', { obstacle: blockedBy });
}

/** The same without `waits`, for English sentences: `for your answer`. */
export function obstacleText(blockedBy: string): string {
  return waitText(blockedBy).replace(/^waits /, '');
}
