/** The files named in a tool call. */

import { placeCommands } from './folders-in-line.ts';
import { absolutePath, normalize } from './paths.ts';
import { commandOf, type PendingInteraction } from './pending-interaction.ts';
import { parseCommandLine } from './shell/parse-command-line.ts';

/** Tools that work on one file, and the field that names it. */
const FILE_TOOLS: ReadonlyMap<string, string> = new Map([
  ...['Read', 'Edit', 'MultiEdit', 'Write'].map((tool) => [tool, 'file_path'] as const),
  ['NotebookEdit', 'notebook_path'],
]);
const PATH_FIELDS = ['file_path', 'notebook_path', 'path'] as const;
/** The maximum number of paths to follow; a call with more is never granted. */
export const MAX_PATHS = 500;

/** The file of a file tool; undefined for other tools. */
export function fileOf({ tool_name, input }: PendingInteraction): string | undefined {
  const field = FILE_TOOLS.get(tool_name ?? '');
  const path = field === undefined ? undefined : input[field];
  return typeof path === 'string' && path !== '' ? path : undefined;
}

/** Every field of a call whose name suggests a path, for any tool. */
export function pathFieldsOf({ input }: PendingInteraction): string[] {
  return PATH_FIELDS.map((field) => input[field]).filter((path) => typeof path === 'string');
}

/** A path as written and as normalized, both absolute: they differ if a link comes before a `..`. */
export function readingsOf(path: string, cwd: string, userHome: string): [string, string] {
  const absolute = absolutePath(path, cwd, userHome);
  return [absolute, normalize(absolute)];
}

/** The paths whose links should be followed before deciding. Absolute. */
export function namedPaths(interaction: PendingInteraction, userHome: string, limit = MAX_PATHS): string[] {
  const { cwd } = interaction;
  if (cwd === undefined) return [];
  const line = parseCommandLine(commandOf(interaction) ?? '');
  const { placed } = placeCommands(line.understood ? line.commands : [], [cwd], userHome);
  const paths = [{ words: pathFieldsOf(interaction), folders: [cwd] }, ...placed].flatMap(
    ({ words, folders }) =>
      folders.flatMap((folder) =>
        words.flatMap(valuesIn).flatMap((word) => readingsOf(word, folder, userHome)),
      ),
  );
  return [...new Set([cwd, ...paths])].slice(0, limit);
}

/** A word, and a possible path in it after an option: `--file=x`, `-fx`. */
export function valuesIn(word: string): string[] {
  const value = word.indexOf('=') + 1;
  return [word, ...(value > 0 ? [word.slice(value)] : []), ...(/^-[^-]./.test(word) ? [word.slice(2)] : [])];
}
