/** Live sessions with a Claude Code that is too old for some of our events: an update only affects new sessions. */
import { claudeConfigFolder } from '../../claude/config-folder.ts';
import { describeLeftOut } from '../../claude/left-out-events.ts';
import { readLiveSessions } from '../../claude/live-sessions.ts';

/** A description of each. Such a process may skip a whole settings file because of an unknown event. */
export function describeOldSessions(env: NodeJS.ProcessEnv): string[] {
  return readLiveSessions(claudeConfigFolder(env)).flatMap(({ pid, cwd, version }) => {
    const lacks = version === undefined ? undefined : describeLeftOut(version);
    const where = cwd === undefined ? '' : ` in ${cwd}`;
    return lacks === undefined ? [] : [`the session of pid ${pid}${where} runs ${version}, which ${lacks}`];
  });
}
