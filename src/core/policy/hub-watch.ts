/** Searches words and texts for anything that belongs to the hub. */

import { HubAddresses } from './hub-addresses.ts';
import { HubPaths } from './hub-paths.ts';
import { readingsOf, valuesIn } from './named-paths.ts';
import type { HubPlaces, Moment } from './pending-interaction.ts';

export interface HubTouch {
  readonly what: 'folder' | 'address' | 'variable' | 'command';
  /** The matching part, truncated if long. */
  readonly word: string;
}

const VARIABLE = /REINS_\w+/i;
const OWN_COMMAND = /^reins(?:@.*|\.[cm]?js)?$/i;
const MAX_WORD = 100;
const known = new WeakMap<HubPlaces, { addresses: HubAddresses; paths: HubPaths }>();

export class HubWatch {
  readonly #addresses: HubAddresses;
  readonly #paths: HubPaths;
  readonly #userHome: string;
  readonly #links: Moment['links'];

  constructor(hub: HubPlaces, links: Moment['links']) {
    const built = known.get(hub) ?? { addresses: new HubAddresses(hub.addresses), paths: new HubPaths(hub) };
    known.set(hub, built);
    this.#addresses = built.addresses;
    this.#paths = built.paths;
    this.#userHome = hub.userHome;
    this.#links = links;
  }

  /** The folder is the hub's, is inside it or contains it. */
  isHeldBy(folder: string): boolean {
    return this.#paths.isHeldBy(folder);
  }

  /** In a text of any length. */
  findInText(text: string): HubTouch | undefined {
    return (
      touch('variable', VARIABLE.exec(text)?.[0]) ??
      touch('address', this.#addresses.findIn(text)) ??
      touch('folder', this.#paths.findIn(text))
    );
  }

  /** In a word of a command, which may be relative to any of the folders. */
  findInWord(word: string, folders: readonly string[], countsRoot = true): HubTouch | undefined {
    const isOwn = OWN_COMMAND.test(word.slice(word.lastIndexOf('/') + 1));
    if (isOwn) return touch('command', word);
    return this.#addresses.isInArgument(word)
      ? touch('address', word)
      : this.#findPath(word, folders, countsRoot);
  }

  /** In a value passed to a tool. */
  findInValue(value: string, folders: readonly string[]): HubTouch | undefined {
    const isNumber = /^[\d-]+$/.test(value);
    return isNumber && this.#addresses.isInArgument(value)
      ? touch('address', value)
      : this.#findPath(value, folders);
  }

  #findPath(word: string, folders: readonly string[], countsRoot = true): HubTouch | undefined {
    const really = folders.flatMap((folder) =>
      valuesIn(word)
        .flatMap((value) => readingsOf(value, folder, this.#userHome))
        .map((path) => this.#links?.get(path)),
    );
    const isFound = [word, ...really].some(
      (path) => path !== undefined && this.#paths.isIn(path, folders, countsRoot),
    );
    return isFound ? touch('folder', word) : undefined;
  }
}

function touch(what: HubTouch['what'], word: string | undefined): HubTouch | undefined {
  if (word === undefined) return undefined;
  return { what, word: word.length > MAX_WORD ? `${word.slice(0, MAX_WORD)}…` : word };
}
