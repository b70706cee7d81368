/** The setting `fleet` of this home, with or without a running hub. */
import { locateHome } from '../../hub/home/reins-home.ts';
import { SettingsStore } from '../../hub/home/settings.ts';
import type { Settings } from '../../protocol/settings.ts';
import { findOwnHub } from './own-hub.ts';

export async function readFleetSettings(env: NodeJS.ProcessEnv): Promise<Settings['fleet']> {
  return new SettingsStore(locateHome(env).settingsFile).get().fleet;
}

/** The highest role of other hosts here. */
export async function limitFleetRole(
  env: NodeJS.ProcessEnv,
  max_role: Settings['fleet']['max_role'],
): Promise<void> {
  const fleet = { ...(await readFleetSettings(env)), max_role };
  const hub = await findOwnHub(env);
  if (hub) await hub.settings.change({ fleet });
  else new SettingsStore(locateHome(env).settingsFile).patch({ fleet });
}
