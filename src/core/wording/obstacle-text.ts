/** What a queued prompt waits for, in a few words: `it waits …`. */

const WORDS: Readonly<Record<string, string>> = {
  host_offline: 'until its host is back',
  interaction: 'for your answer',
  starting: 'until Claude Code has started',
  background: 'until Claude Code is in the foreground of its terminal',
  dialog: 'for an answer to the dialog in the terminal',
  trust_dialog: 'until the folder is trusted',
  onboarding: 'until Claude Code is set up for this account',
  login: 'for a login',
  api_key_question: 'until you choose in the terminal whether to use the API key',
  bypass_warning: 'until you confirm Bypass permissions mode in the terminal',
  settings_error: 'for an answer to the settings error in the terminal',
  mcp_approval: 'until you choose in the terminal whether to use the MCP servers of the project',
  resume_question: 'until you choose in the terminal how to resume the conversation',
  rewind_menu: 'until the rewind menu is closed in the terminal',
  transcript_view: 'until the transcript is closed in the terminal',
  menu: 'until the menu is closed in the terminal',
  unknown_screen: 'until the terminal shows the input box again',
  turn: 'until the turn ends, because the prompt looks like a command',
  shell_mode: 'until the shell command in the terminal is run or cleared',
  draft: 'until the draft in the terminal is sent or cleared',
  run_ending: 'until this run has ended and the session is resumed',
  no_terminal: 'until it can be typed into the terminal',
  relay_off: 'until relaying is enabled for the session',
  relay_not_waiting: 'until Claude Code in the terminal is ready to receive it',
};

/** Unknown names, from a newer hub, are shown as they are. */
export function obstacleText(blockedBy: string): string {
  return WORDS[blockedBy] ?? `for: ${blockedBy}`;
}
