/** Live sessions of a Claude Code that is too old for some of our events: an update reaches only those started after it. */
import { claudeConfigFolder } from '../../claude/config-folder.ts';
import { describeLeftOut } from '../../claude/left-out-events.ts';
import { readLiveSessions } from '../../claude/live-sessions.ts';

/** What to say of each. Such a process may skip a whole settings file for an event that it does not know. */
export function describeOldSessions(env: NodeJS.ProcessEnv): string[] {
  return readLiveSessions(claudeConfigFolder(env)).flatMap(({ pid, cwd, version }) => {
    const lacks = version === undefined ? undefined : describeLeftOut(version);
    const where = cwd === undefined ? '' : ` in ${cwd}`;
    return lacks === undefined ? [] : [`the session of pid ${pid}${where} runs ${version}, which ${lacks}`];
  });
}
