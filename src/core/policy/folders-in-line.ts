/** In which folders the words of a command line may begin, as far as `cd` tells. */
import { absolutePath, normalise } from './paths.ts';
import type { SimpleCommand } from './shell/parse-command-line.ts';

/** A command with every folder in which it may run. */
export interface PlacedCommand {
  readonly words: readonly string[];
  readonly folders: readonly string[];
}

/** More than this nobody writes; what comes after is left out. */
const MAX_FOLDERS = 32;

/** `isWhole` is false when there are more places than could be followed. */
export function placeCommands(
  commands: readonly SimpleCommand[],
  start: readonly string[],
  userHome: string,
): { placed: PlacedCommand[]; isWhole: boolean } {
  const placed: PlacedCommand[] = [];
  let folders = start;
  for (const { assignments, words, files } of commands) {
    placed.push({ words: [...assignments, ...words.map(({ text }) => text), ...files], folders });
    folders = foldersAfter(
      words.map(({ text }) => text),
      folders,
      userHome,
    );
    if (folders.length > MAX_FOLDERS) return { placed, isWhole: false };
  }
  return { placed, isWhole: true };
}

/** `cd` may have worked or not. */
function foldersAfter(
  [program, ...rest]: readonly string[],
  folders: readonly string[],
  userHome: string,
): readonly string[] {
  if (program !== 'cd' && program !== 'pushd') return folders;
  const target = rest.find((text) => !text.startsWith('-')) ?? userHome;
  const after = folders.map((folder) => normalise(absolutePath(target, folder, userHome)));
  return [...new Set([...folders, ...after])];
}
