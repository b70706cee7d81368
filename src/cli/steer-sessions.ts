/** Assembles steering for a running hub: the drivers, their reports, and their files. */
import { join } from 'node:path';
import { claudeStateFile } from '../claude/config-folder.ts';
import type { RunReports } from '../drivers/driver.ts';
import { attachExternal } from '../drivers/external/attach-external.ts';
import { findRunner } from '../drivers/stream/find-runner.ts';
import { StreamDriver } from '../drivers/stream/stream-driver.ts';
import { TmuxDriver } from '../drivers/tmux/tmux-driver.ts';
import type { ReinsHome } from '../hub/home/reins-home.ts';
import type { SettingsStore } from '../hub/home/settings.ts';
import type { Hub } from '../hub/hub.ts';
import { hookTargetOf } from '../hub/installation/hook-scripts.ts';
import type { Relay } from '../hub/relay/relay.ts';
import { FolderTrust } from '../hub/steering/folder-trust.ts';
import { Steering } from '../hub/steering/steering.ts';
import type { Clock } from '../lib/clock.ts';
import type { HubLog } from '../lib/hub-log.ts';
import type { OpenedLog } from '../store/open-log.ts';

export interface SteerOptions {
  readonly home: ReinsHome;
  readonly env: NodeJS.ProcessEnv;
  readonly opened: OpenedLog;
  readonly hub: Hub;
  readonly relay: Relay;
  readonly settings: SettingsStore;
  readonly output: HubLog;
  readonly now: Clock;
}

export function steerSessions({
  home,
  env,
  opened,
  hub,
  relay,
  settings,
  output,
  now,
}: SteerOptions): Steering {
  const { log, reader, database } = opened;
  return new Steering({
    log,
    reader,
    database,
    output,
    now,
    orders: { env, hooks: hookTargetOf(home), allHooks: () => settings.get().all_hooks },
    folders: new FolderTrust({ stateFile: claudeStateFile(env), settings }),
    defaultDriver: () => settings.get().default_driver,
    autoContinue: () => settings.get().auto_continue,
    drivers: (reports: RunReports) => ({
      stream: new StreamDriver({
        runsFolder: join(home.folder, 'runs'),
        runnerCommand: findRunner(),
        reports,
      }),
      tmux: new TmuxDriver({ home: home.folder, env, reports }),
    }),
    takeUp: async (process, { warning }) =>
      relay.extend(await attachExternal(process, { env, warn: warning })),
    intake: hub.streams,
    openSession: (sessionId) => hub.openSession(sessionId),
    checkProcesses: () => hub.checkProcesses(),
  });
}
