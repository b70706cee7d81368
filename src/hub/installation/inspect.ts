/** What is installed in a settings file: which of our hooks, for which hub, and whether anything disables them. */
import { hookSet } from '../../claude/hook-set.ts';
import { remoteHookSet } from '../../claude/remote-hook-set.ts';
import { readSettings } from '../../claude/settings-edit.ts';
import {
  listHooks,
  type RemoteHub,
  remoteHubOf,
  type SettingsHook,
  socketOf,
} from '../../claude/settings-hooks.ts';
import { memberOf } from '../../lib/json-tree.ts';
import type { ReinsHome } from '../home/reins-home.ts';
import { readText } from './change-file.ts';
import { hookTargetOf } from './hook-scripts.ts';
import { isOfHome } from './own-hooks.ts';

export interface Inspection {
  readonly file: string;
  /** Events that our hooks report. */
  readonly events: readonly string[];
  /** The remote hub that they report to; undefined for the hub of this home. */
  readonly url?: string;
  /** Hooks that an install would write, but that are missing or different. */
  readonly outdated: readonly string[];
  /** Those of our events that this Claude Code does not know: it may skip the whole file because of them. */
  readonly unknown: readonly string[];
  /** Sockets of other homes' hubs that hooks in this file report to. */
  readonly otherSockets: readonly string[];
  /** `disableAllHooks` is set here. */
  readonly silenced: boolean;
  /** The name of our plugin, if it is enabled here. */
  readonly plugin?: string;
  /** Why the file cannot be parsed. */
  readonly problem?: string;
}

/** Never throws, whatever the file contains. */
export function inspectSettings(file: string, home: ReinsHome, claudeVersion?: string): Inspection {
  const nothing = { file, events: [], outdated: [], unknown: [], otherSockets: [], silenced: false };
  try {
    const root = readSettings(readText(file) ?? '');
    const hooks = listHooks(root?.value);
    const ours = hooks.filter((hook) => isOfHome(home)(hook) || isHandWritten(hook));
    const sockets = hooks
      .flatMap((hook) => socketOf(hook) ?? [])
      .filter((socket) => socket !== home.socketFile);
    const plugin = enabledPlugin(root?.value);
    const byCommand = ours.filter(({ type }) => type === 'command');
    const [remote] = byCommand.flatMap((hook) => remoteHubOf(hook) ?? []);
    return {
      ...nothing,
      events: [...new Set(ours.map(({ event }) => event))],
      outdated: byCommand.length > 0 ? outdatedEvents(byCommand, remote, home, claudeVersion) : [],
      unknown: unknownEvents(byCommand, home, claudeVersion),
      otherSockets: [...new Set(sockets)],
      silenced: memberOf(root, 'disableAllHooks')?.value === true,
      ...(plugin !== undefined && { plugin }),
      ...(remote && { url: remote.url }),
    };
  } catch (error) {
    return { ...nothing, problem: (error as Error).message };
  }
}

function enabledPlugin(settings: unknown): string | undefined {
  const { enabledPlugins } = (settings ?? {}) as { enabledPlugins?: unknown };
  return Object.entries(enabledPlugins ?? {}).find(
    ([name, on]) => name.startsWith('reins@') && on === true,
  )?.[0];
}

/** HTTP hooks that someone pointed at a hub's collector. */
function isHandWritten({ type, url = '' }: SettingsHook): boolean {
  return type === 'http' && URL.canParse(url) && new URL(url).pathname === '/api/hooks';
}

function outdatedEvents(
  ours: readonly SettingsHook[],
  remote: RemoteHub | undefined,
  home: ReinsHome,
  claudeVersion: string | undefined,
): string[] {
  const hooks = remote
    ? remoteHookSet({ ...remote, forwarder: home.forwarderFile }, { claudeVersion })
    : hookSet(hookTargetOf(home), { claudeVersion });
  const wanted = listHooks({ hooks });
  const found = new Set(ours.map(({ event, command }) => `${event} ${command}`));
  const missing = wanted.filter(({ event, command }) => !found.has(`${event} ${command}`));
  return [...new Set(missing.map(({ event }) => event))];
}

function unknownEvents(
  ours: readonly SettingsHook[],
  home: ReinsHome,
  claudeVersion: string | undefined,
): string[] {
  const known = hookSet(hookTargetOf(home), { allEvents: true, claudeVersion });
  return ours.map(({ event }) => event).filter((event) => !(event in known));
}
