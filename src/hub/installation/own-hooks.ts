/** Which hooks in settings belong to this home: those that report to its socket, or with headers from it. */
import { dirname } from 'node:path';
import { remoteHubOf, type SettingsHook, socketOf } from '../../claude/settings-hooks.ts';
import type { ReinsHome } from '../home/reins-home.ts';

export function isOfHome({ socketFile, hooksFolder }: ReinsHome): (hook: SettingsHook) => boolean {
  return (hook) => {
    const remote = remoteHubOf(hook);
    return remote ? dirname(remote.headersFile) === hooksFolder : socketOf(hook) === socketFile;
  };
}
