/** Whether the Claude Code of live sessions is new enough for all our events. */
import { claudeConfigFolder } from '../../claude/config-folder.ts';
import { readLiveSessions } from '../../claude/live-sessions.ts';
import { describeOldSessions } from '../install/old-sessions.ts';
import { plural } from '../terminal/format.ts';
import type { Check } from './check.ts';

export const liveSessionsCheck: Check = {
  name: 'Live sessions',
  look(env) {
    const old = describeOldSessions(env);
    if (old.length > 0) {
      return {
        verdict: 'warn',
        message: old.join('; '),
        fix: 'End them, run "claude update", and continue with "claude --resume".',
      };
    }
    const { length } = readLiveSessions(claudeConfigFolder(env));
    return { verdict: 'ok', message: length === 0 ? 'none' : plural(length, 'session', 'sessions') };
  },
};
