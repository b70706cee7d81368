/**
 * Whether a call may change files that are applied or run later without a permission request: Claude Code's
 * settings, git hooks, startup files of shells and editors. No rule grants that.
 */

import { type PlacedCommand, placeCommands } from './folders-in-line.ts';
import { pathFieldsOf, readingsOf, valuesIn } from './named-paths.ts';
import { foldCase, isWithin, segmentsOf } from './paths.ts';
import { commandOf, type Moment, type PendingInteraction } from './pending-interaction.ts';
import { hidesCommands, programName } from './shell/hidden-commands.ts';
import { parseCommandLine } from './shell/parse-command-line.ts';
import { wildcardMatches } from './wildcard.ts';

/** `settings`: Claude Code applies it. `startup`: other programs run it. */
export type TrustedFile = 'settings' | 'startup';

const list = (words: string): readonly string[] => words.trim().split(/\s+/);

const READING: ReadonlySet<string> = new Set(['Read', 'Glob', 'Grep', 'LS', 'NotebookRead']);
/** Programs that do not change files, except by an option that is not known to be harmless. */
const READERS: ReadonlySet<string> = new Set(
  list('ls cat head tail wc stat du grep egrep fgrep rg find fd fdfind diff cmp less more echo printf test'),
);
const SETTINGS_FILES = list('.claude.json .mcp.json managed-settings.json');
/** In a folder of Claude Code, only these are neither applied nor run. */
const HARMLESS: ReadonlySet<string> = new Set(['worktrees', 'plans']);
/** A file or folder of such a name, anywhere. */
const STARTUP_NAMES = list(`
  .git .husky .githooks .gitconfig .gitmodules .vscode .idea .devcontainer .ssh .envrc .direnvrc .bashrc .bash_profile
  .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .inputrc .npmrc .yarnrc
  .yarnrc.yml .pythonrc .vimrc .exrc .emacs .emacs.d .gdbinit .tmux.conf .xprofile .xinitrc .xsessionrc .pam_environment
  .pre-commit-config.yaml
`);
/** Folders by the last parts of their path. */
const STARTUP_FOLDERS = [
  '.config git',
  '.config fish',
  '.config systemd',
  '.config autostart',
  '.config nvim',
].map(list);
const LAUNCHING = [
  'library launchagents',
  'library launchdaemons',
  'etc systemd',
  'etc profile.d',
  'etc cron.d',
].map(list);

export function touchesTrustedFile(
  interaction: PendingInteraction,
  { hub, links }: Pick<Moment, 'hub' | 'links'>,
): TrustedFile | undefined {
  if (READING.has(interaction.tool_name ?? '')) return undefined;
  const cwd = interaction.cwd ?? '/';
  const named = [
    { words: pathFieldsOf(interaction), folders: [cwd] },
    ...changedBy(commandOf(interaction), cwd, hub.userHome),
  ];
  const paths = named.flatMap(({ words, folders }) =>
    words
      .flatMap(valuesIn)
      .flatMap((path) => folders.flatMap((folder) => readingsOf(path, folder, hub.userHome))),
  );
  const really = paths.flatMap((path) => links?.get(path) ?? []);
  const own = segmentsOf(foldCase(hub.claudeFolder ?? ''));
  const found = new Set([...paths, ...really].map((path) => kindOf(segmentsOf(foldCase(path)), own)));
  return found.has('settings') ? 'settings' : found.has('startup') ? 'startup' : undefined;
}

/** The words of a command line that is understood, except those of read-only programs. */
function changedBy(command: string | undefined, cwd: string, userHome: string): readonly PlacedCommand[] {
  const line = parseCommandLine(command ?? '');
  if (!line.understood) return [];
  const changing = line.commands.map(
    (one) => !READERS.has(programName(one.words[0].text)) || one.files.length > 0 || hidesCommands(one, 1),
  );
  return placeCommands(line.commands, [cwd], userHome).placed.filter((_, at) => changing[at]);
}

function kindOf(parts: readonly string[], own: readonly string[]): TrustedFile | undefined {
  const isOwn = own.length > 0 && isWithin(parts, own) && !HARMLESS.has(parts[own.length] ?? '');
  const isNamed = parts.some((part, at) => couldBe(part, '.claude') && !HARMLESS.has(parts[at + 1] ?? ''));
  if (isOwn || isNamed || SETTINGS_FILES.some((name) => couldBe(parts.at(-1) ?? '', name))) return 'settings';
  const isStartup =
    parts.some((part) => STARTUP_NAMES.some((name) => couldBe(part, name))) ||
    [...STARTUP_FOLDERS, ...LAUNCHING].some((folder) => hasInARow(parts, folder));
  return isStartup ? 'startup' : undefined;
}

function hasInARow(parts: readonly string[], names: readonly string[]): boolean {
  return parts.some((_, at) => names.every((name, more) => couldBe(parts[at + more] ?? '', name)));
}

/** A shell pattern does not match a hidden name unless it starts with a dot. */
function couldBe(part: string, name: string): boolean {
  if (part === name) return true;
  if (!/[*?[]/.test(part) || part.startsWith('.') !== name.startsWith('.')) return false;
  return part.includes('[') || (part !== '*' && wildcardMatches(part, name));
}
