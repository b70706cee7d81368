/** The settings file that the flags mean: the user's, or one's own of the project one stands in. Never a shared one. */
import { projectSettingsFiles, userSettingsFile } from '../../claude/config-folder.ts';

export function chosenSettingsFile(
  { project }: { project?: boolean | undefined },
  env: NodeJS.ProcessEnv,
): string {
  return project ? projectSettingsFiles(process.cwd()).local : userSettingsFile(env);
}
