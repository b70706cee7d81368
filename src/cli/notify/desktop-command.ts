/** The command by which this system shows a notification. */
import { findProgram } from '../install/find-program.ts';

export interface DesktopCommand {
  readonly program: string;
  args(title: string, body: string): string[];
}

/** Words of a session are arguments of their own, never part of a script. */
const SCRIPT = [
  ...['-e', 'on run argv'],
  ...['-e', 'display notification (item 2 of argv) with title (item 1 of argv)'],
  ...['-e', 'end run'],
];

export const COMMANDS: readonly DesktopCommand[] = [
  { program: 'osascript', args: (title, body) => [...SCRIPT, asWords(title), asWords(body)] },
  {
    program: 'notify-send',
    args: (title, body) => ['--app-name=Reins', '--', title, withoutMarkup(body)],
  },
];

/** Undefined where the system offers none. */
export function findDesktopCommand(env: NodeJS.ProcessEnv): DesktopCommand | undefined {
  return COMMANDS.find(({ program }) => findProgram(program, env) !== undefined);
}

export const NO_COMMAND =
  'This system has no command to show a notification with. Install notify-send (package libnotify-bin), or take ' +
  'another way: docs/notifications.md.';

/** What begins with a dash would be an option, and one of them is a line of the script. */
function asWords(text: string): string {
  return text.startsWith('-') ? ` ${text}` : text;
}

/** Many desktops read the body as markup. */
function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
