/** Which settings make sessions report to the hub of this home: the user's, and those of the current project. */
import { projectSettingsFiles, userSettingsFile } from '../../claude/config-folder.ts';
import type { ReinsHome } from '../../hub/home/reins-home.ts';
import { type Inspection, inspectSettings } from '../../hub/installation/inspect.ts';

export interface HooksSeen {
  readonly user: Inspection;
  /** Of the user, and of the current project. */
  readonly installed: readonly Inspection[];
  /** Files whose `disableAllHooks` disables every hook here. */
  readonly silencedBy: readonly string[];
  /** The name of our plugin, if it is enabled. Its hooks run in addition to those in settings, even if they are identical. */
  readonly plugin: string | undefined;
  readonly problems: readonly Inspection[];
}

export function lookAtHooks(home: ReinsHome, env: NodeJS.ProcessEnv, claudeVersion?: string): HooksSeen {
  const { shared, local } = projectSettingsFiles(process.cwd());
  const look = (file: string) => inspectSettings(file, home, claudeVersion);
  const user = look(userSettingsFile(env));
  const all = [user, ...[shared, local].filter((file) => file !== user.file).map(look)];
  return {
    user,
    installed: all.filter(({ events }) => events.length > 0),
    silencedBy: all.filter(({ silenced }) => silenced).map(({ file }) => file),
    plugin: all.find(({ plugin }) => plugin !== undefined)?.plugin,
    problems: all.filter(({ problem }) => problem !== undefined),
  };
}
