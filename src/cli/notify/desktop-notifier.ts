/** Shows notifications on this desktop while a person watches sessions at a terminal. */
import { spawn } from 'node:child_process';
import { projectName } from '../../core/wording/shown-path.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { Client } from '../../sdk/client.ts';
import { SessionPlaces } from '../inbox/session-places.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { findDesktopCommand, NO_COMMAND } from './desktop-command.ts';
import { DesktopNotices } from './desktop-notices.ts';

/** Returns the function to call with each event. Throws if the system has no command for notifications. */
export function desktopNotifier(client: Client, env: NodeJS.ProcessEnv): (event: ReinsEvent) => void {
  const command = findDesktopCommand(env);
  if (!command) throw new ReinsError('not_capable', NO_COMMAND);
  const places = new SessionPlaces(client);
  let hasFailed = false;
  const fail = (reason: string) => {
    // Report it only once; watching continues.
    if (!hasFailed) console.error(`${command.program} failed to show a notification: ${reason}`);
    hasFailed = true;
  };
  const notices = new DesktopNotices({
    titleOf: async (sessionId) => {
      await places.learn([sessionId]);
      const place = places.of(sessionId);
      return place ? place.title || projectName(place.cwd) : '';
    },
    show: (title, body) => {
      const args = command.args(cleanLine(title), cleanLine(body));
      const child = spawn(command.program, args, { env, stdio: 'ignore' });
      child.on('error', ({ message }) => fail(message));
      child.on('close', (code) => code !== 0 && fail(`it exited with code ${code}`));
    },
  });
  return (event) => notices.take(event);
}
