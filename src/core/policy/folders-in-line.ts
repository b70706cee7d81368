/** The folders in which the commands of a command line may run, as far as `cd` shows. */
import { absolutePath, normalize } from './paths.ts';
import type { SimpleCommand } from './shell/parse-command-line.ts';

/** A command with every folder in which it may run. */
export interface PlacedCommand {
  readonly words: readonly string[];
  readonly folders: readonly string[];
}

/** Nobody writes more than this; the rest is omitted. */
const MAX_FOLDERS = 32;

/** `isWhole` is false if there are more folders than could be followed. */
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

/** `cd` may have succeeded or failed. */
function foldersAfter(
  [program, ...rest]: readonly string[],
  folders: readonly string[],
  userHome: string,
): readonly string[] {
  if (program !== 'cd' && program !== 'pushd') return folders;
  const target = rest.find((text) => !text.startsWith('-')) ?? userHome;
  const after = folders.map((folder) => normalize(absolutePath(target, folder, userHome)));
  return [...new Set([...folders, ...after])];
}
