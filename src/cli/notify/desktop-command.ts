/** The command that shows a notification on this system. */
import { findProgram } from '../install/find-program.ts';

export interface DesktopCommand {
  readonly program: string;
  args(title: string, body: string): string[];
}

/** Session text is passed as separate arguments, never as part of a script. */
const SCRIPT = [
  ...['-e', 'on run argv'],
  ...['-e', 'display notification (item 2 of argv) with title (item 1 of argv)'],
  ...['-e', 'end run'],
];

export const COMMANDS: readonly DesktopCommand[] = [
  { program: 'osascript', args: (title, body) => [...SCRIPT, asArgument(title), asArgument(body)] },
  {
    program: 'notify-send',
    args: (title, body) => ['--app-name=Reins', '--', title, withoutMarkup(body)],
  },
];

/** Undefined if the system has none. */
export function findDesktopCommand(env: NodeJS.ProcessEnv): DesktopCommand | undefined {
  return COMMANDS.find(({ program }) => findProgram(program, env) !== undefined);
}

export const NO_COMMAND =
  'This system has no command that shows notifications. Install notify-send (package libnotify-bin), or use ' +
  'another channel: /docs/notifications on the hub.';

/** Text that starts with a dash would be an option, and one of them is a line of the script. */
function asArgument(text: string): string {
  return text.startsWith('-') ? ` ${text}` : text;
}

/** Many desktops read the body as markup. */
function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
