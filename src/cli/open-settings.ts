/** Reads and changes settings: those of the running hub or, if the home has none, its file. */
import { locateHome, prepareHome } from '../hub/home/reins-home.ts';
import { SettingsStore } from '../hub/home/settings.ts';
import { describeIssues, fieldsOf } from '../protocol/describe-issues.ts';
import { ReinsError } from '../protocol/errors.ts';
import { type Settings, type SettingsPatch, settingsPatchSchema } from '../protocol/settings.ts';
import { findHub } from '../sdk-node/find-hub.ts';
import { acquireHomeLock } from '../store/home-lock.ts';

export interface SettingsCalls {
  get(): Promise<Settings>;
  change(patch: SettingsPatch): Promise<Settings>;
}

export async function useSettings<Result>(
  env: NodeJS.ProcessEnv,
  use: (settings: SettingsCalls) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(findHub(env).client.settings);
  } catch (error) {
    const isDown = error instanceof ReinsError && error.code === 'hub_not_running';
    if (!isDown || env['REINS_URL']) throw error;
    return use(settingsOfFile(env));
  }
}

function settingsOfFile(env: NodeJS.ProcessEnv): SettingsCalls {
  const home = locateHome(env);
  return {
    get: async () => new SettingsStore(home.settingsFile).get(),
    change: async (patch) => {
      const { success, data, error } = settingsPatchSchema.safeParse(patch);
      if (!success) {
        throw new ReinsError('invalid_request', describeIssues(error.issues), {
          fields: fieldsOf(error.issues),
        });
      }
      prepareHome(home);
      // A hub that is starting would overwrite the change.
      const lock = acquireHomeLock(home.lockFile);
      if (!lock)
        throw new ReinsError('hub_not_running', 'The hub is starting or does not respond. Try again.');
      try {
        return new SettingsStore(home.settingsFile).patch(data);
      } finally {
        lock.release();
      }
    },
  };
}
