/** Which settings make sessions report to the hub of this home: the user's, and those of the project one stands in. */
import { projectSettingsFiles, userSettingsFile } from '../../claude/config-folder.ts';
import type { ReinsHome } from '../../hub/home/reins-home.ts';
import { type Inspection, inspectSettings } from '../../hub/installation/inspect.ts';

export interface HooksSeen {
  readonly user: Inspection;
  /** Of the user and of the project here. */
  readonly installed: readonly Inspection[];
  /** Files whose `disableAllHooks` silences every hook here. */
  readonly silencedBy: readonly string[];
  /** Our plugin, where it is switched on. Its hooks are called beside those in settings, however alike they are. */
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
