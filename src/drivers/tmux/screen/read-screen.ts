/**
 * What a screen of Claude Code shows, as far as it matters before pressing keys: the input box, or what is in its place.
 * Read at the moment of an action and never for facts. The texts are those of 2.1.325.
 */
import { readDialog } from '../dialog/read-dialog.ts';
import { findInputBox, type InputBox } from './input-box.ts';
import { readStyledLines } from './styled-text.ts';

/** What can be in place of the input box. */
export type Obstacle =
  | 'starting'
  | 'dialog'
  | 'trust_dialog'
  | 'onboarding'
  | 'login'
  | 'api_key_question'
  | 'bypass_warning'
  | 'settings_error'
  | 'mcp_approval'
  | 'resume_question'
  | 'rewind_menu'
  | 'transcript_view'
  | 'menu'
  | 'unknown_screen';

export interface ClaudeScreen {
  /** The visible lines, without colours. */
  readonly lines: readonly string[];
  /** Present if Claude Code takes input. */
  readonly box: InputBox | undefined;
  readonly obstacle: Obstacle | undefined;
  /** A turn is running. */
  readonly isBusy: boolean;
  /** A draft was stashed with ctrl+s. */
  readonly hasStash: boolean;
}

/** The first match wins: obstacles to a start come before those that can appear at any time. */
const OBSTACLES: readonly (readonly [Obstacle, RegExp])[] = [
  // On the last line only: keys are pressed based on it.
  ['transcript_view', /^ *Showing detailed transcript ·[^\n]*$(?![\s\S])/m],
  ['trust_dialog', /Yes, I trust this folder|Accessing workspace:/],
  ['bypass_warning', /running in Bypass Permissions mode/],
  ['settings_error', /^ *Settings Error$/m],
  ['mcp_approval', /New MCP servers? found/],
  ['api_key_question', /Detected a custom API key in your environment/],
  ['resume_question', /Resume full session as-is/],
  ['login', /Select login method:|Paste code here if prompted|Browser didn.t open\?|Login successful/],
  [
    'onboarding',
    /Let's get started\.|Choose the text style|^ *Security notes:|Use Claude Code's terminal setup\?/m,
  ],
  ['dialog', /^ *Do you want .*\?$|Would you like to proceed\?$|^ *\S* *\d\. Chat about this$/m],
  ['dialog', /Enter to select · .*Esc to cancel|^ *Esc to cancel · Tab to amend/m],
  ['rewind_menu', /^ *Rewind$/m],
  ['menu', /Esc to (?:cancel|close|exit|go back|dismiss)/],
];

const SPINNER = /^[·✢✳✶✻✽*∗] \S.*…(?:\s|$)/;
const HOW_TO_INTERRUPT = /esc to interrupt/;

export function readScreen(captured: readonly string[]): ClaudeScreen {
  const styled = readStyledLines(captured);
  const lines = styled.map(({ text }) => text);
  const box = findInputBox(styled);
  return {
    lines,
    box,
    obstacle: box ? undefined : findObstacle(lines),
    isBusy: box !== undefined && isBusy(box),
    hasStash: box?.above.slice(-2).some((line) => line.endsWith('› stashed')) ?? false,
  };
}

function findObstacle(lines: readonly string[]): Obstacle {
  const text = lines.join('\n').trimEnd();
  if (text === '') return 'starting';
  if (readDialog(lines)) return 'dialog';
  return OBSTACLES.find(([, pattern]) => pattern.test(text))?.[0] ?? 'unknown_screen';
}

function isBusy({ above, footer }: InputBox): boolean {
  return footer.some((line) => HOW_TO_INTERRUPT.test(line)) || above.some((line) => SPINNER.test(line));
}
