/** What a queued message waits for, in a few words for every screen: `it waits …`. */

const WORDS: Readonly<Record<string, string>> = {
  interaction: 'for your answer to what Claude asks',
  starting: 'until Claude Code has started',
  background: 'until Claude Code is in front again in its terminal',
  dialog: 'for the dialog in the terminal',
  trust_dialog: 'until the folder is trusted',
  onboarding: 'until Claude Code is set up on this account',
  login: 'for a login',
  api_key_question: 'until Claude Code knows whether to use the API key',
  bypass_warning: 'until Claude Code knows whether it may run without permission checks',
  settings_error: 'for the dialog about an error in a settings file',
  mcp_approval: 'until Claude Code knows whether to use the MCP servers of the project',
  resume_question: 'until Claude Code knows how to take the conversation up again',
  rewind_menu: 'until the rewind menu is closed in the terminal',
  transcript_view: 'until the transcript is closed in the terminal',
  menu: 'until the menu is closed in the terminal',
  unknown_screen: 'until the terminal shows the input box again',
  turn: 'until Claude is done: these words look like a command',
  shell_mode: 'until the shell command in the terminal is sent or removed',
  draft: 'until a draft in the terminal is sent or removed',
  run_ending: 'until this run has ended and the session is taken up again',
  no_terminal: 'until it can be typed into the terminal',
  relay_off: 'until relaying is switched on for the session',
  relay_not_waiting: 'until the terminal listens',
};

/** Names that are not known, of a newer hub, are told as they are. */
export function whatMessageWaitsFor(blockedBy: string): string {
  return WORDS[blockedBy] ?? `for: ${blockedBy}`;
}
