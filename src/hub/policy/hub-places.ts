/** Everything that is the hub's and that no rule may let Claude touch, as the rules want it told. */
import type { HubPlaces } from '../../core/policy/ask.ts';
import type { ReinsHome } from '../home/reins-home.ts';
import { followLinks } from './real-paths.ts';

export interface HubPlacesOptions {
  readonly home: Pick<ReinsHome, 'folder' | 'socketFile' | 'policyFile'>;
  /** The folder that `~` stands for. */
  readonly userHome: string;
  /** Where the hub listens: `http://127.0.0.1:4820`. */
  readonly url: string;
  /** Further names under which it may be reached, with or without a port. */
  readonly allowedHosts: readonly string[];
  /** Claude Code's config folder. */
  readonly configFolder: string;
}

/** Looks at the disk once: call it again when a link in the home may have changed. */
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
