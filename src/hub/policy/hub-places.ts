/** Everything that belongs to the hub and that no rule may let Claude touch, in the form that rules need. */
import type { HubPlaces } from '../../core/policy/pending-interaction.ts';
import type { ReinsHome } from '../home/reins-home.ts';
import { followLinks } from './real-paths.ts';

export interface HubPlacesOptions {
  readonly home: Pick<ReinsHome, 'folder' | 'socketFile' | 'policyFile'>;
  /** The folder that `~` stands for. */
  readonly userHome: string;
  /** The address of the hub: `http://127.0.0.1:4820`. */
  readonly url: string;
  /** Other names of the hub, with or without a port. */
  readonly allowedHosts: readonly string[];
  /** Claude Code's config folder. */
  readonly configFolder: string;
}

/** Reads the disk once: call it again if a link in the home may have changed. */
export function findHubPlaces({
  home,
  userHome,
  url,
  allowedHosts,
  configFolder,
}: HubPlacesOptions): HubPlaces {
  const { folder, socketFile, policyFile } = home;
  const { hostname, port, protocol } = new URL(url);
  const known = port || (protocol === 'https:' ? '443' : '80');
  const led = followLinks([folder, policyFile]);
  return {
    home: folder,
    userHome,
    addresses: [`${hostname}:${known}`, `127.0.0.1:${known}`, ...allowedHosts],
    files: [...new Set([socketFile, ...led.values()])],
    claudeFolder: configFolder,
  };
}
