/** The settings file that the flags select: the user's, or the personal one of the current project. Never a shared one. */
import { projectSettingsFiles, userSettingsFile } from '../../claude/config-folder.ts';

export function chosenSettingsFile(
  { project }: { project?: boolean | undefined },
  env: NodeJS.ProcessEnv,
): string {
  return project ? projectSettingsFiles(process.cwd()).local : userSettingsFile(env);
}
