/** Describes what is in place of Claude Code's input box. */
import type { Obstacle } from './screen/read-screen.ts';

/** Also if the box is visible, but must not take a prompt. */
export type BlockedBy = Obstacle | 'background' | 'not_responding' | 'turn' | 'shell_mode' | 'draft';

const WORDS: Readonly<Record<BlockedBy, string>> = {
  starting: 'Claude Code is still starting',
  background: 'Claude Code is suspended, or another program is in front of it in the terminal',
  not_responding: 'Claude Code does not respond to typed input',
  dialog: 'Claude Code is waiting for the answer to a dialog',
  trust_dialog: 'Claude Code asks whether the folder can be trusted',
  onboarding: 'Claude Code has not been set up on this account yet and asks its first questions',
  login: 'Claude Code is not logged in, or the login has expired, and asks how to log in',
  api_key_question: 'Claude Code asks whether to use the API key from the environment',
  bypass_warning: 'Claude Code asks whether it may really run without any permission checks',
  settings_error: 'Claude Code found an error in a settings file and asks what to do',
  mcp_approval: 'Claude Code asks whether to use the MCP servers of this project',
  resume_question: 'Claude Code asks whether to continue with the whole conversation or with a summary of it',
  rewind_menu: 'The rewind menu is open in the terminal',
  transcript_view: 'The detailed transcript is open in the terminal',
  menu: 'A menu is open in the terminal',
  unknown_screen: 'The terminal shows something that Reins does not recognize',
  turn: 'Claude Code is working, and would read this text as a command that it does not know',
  shell_mode: 'Someone is typing a shell command in the terminal',
  draft: 'The terminal has two drafts, one in the input box and one stashed',
};

export function describeObstacle(blockedBy: BlockedBy): string {
  return WORDS[blockedBy];
}
