/** `reins install`: adds our hooks to the settings of Claude Code, or writes them to a plugin folder. */
import { resolve } from 'node:path';
import { denyRulesFor } from '../../claude/deny-rules.ts';
import type { HookChoice } from '../../claude/hook-set.ts';
import { locateHome, prepareHome, type ReinsHome } from '../../hub/home/reins-home.ts';
import { hookTargetOf, writeHookScripts } from '../../hub/installation/hook-scripts.ts';
import { inspectSettings } from '../../hub/installation/inspect.ts';
import { type Installed, install as installHooks } from '../../hub/installation/install.ts';
import { pluginFiles, writePlugin } from '../../hub/installation/plugin-folder.ts';
import type { RemoteSender } from '../../hub/installation/remote-headers.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { EXIT } from '../exit-codes.ts';
import { chooseRemote, warnOfPlainHttp } from '../install/choose-remote.ts';
import { chosenSettingsFile } from '../install/chosen-settings-file.ts';
import { findWarnings } from '../install/find-warnings.ts';
import { knownClaudeVersion } from '../install/known-claude-version.ts';
import { lookAtHooks } from '../install/look-at-hooks.ts';
import { refuseDemo } from '../install/refuse-demo.ts';
import { renderDiff } from '../install/render-diff.ts';
import { tryHub } from '../install/try-hub.ts';
import { printJson } from '../print.ts';
import { askLine } from '../terminal/ask-line.ts';
import { cleanText } from '../terminal/clean-text.ts';
import { isYes } from '../terminal/confirm.ts';
import { plural } from '../terminal/format.ts';
import { chooseStyle } from '../terminal/style.ts';

export interface InstallFlags {
  readonly project?: boolean;
  readonly allEvents?: boolean;
  readonly denyRules?: boolean;
  readonly dryRun?: boolean;
  readonly plugin?: string;
  readonly url?: string;
  readonly token?: string;
  readonly json?: boolean;
}

export async function install(flags: InstallFlags): Promise<number> {
  const home = locateHome(process.env);
  if (!flags.dryRun) refuseDemo(home, 'the settings of Claude Code');
  const claudeVersion = await knownClaudeVersion(process.env);
  const choice = { allEvents: flags.allEvents ?? false, claudeVersion };
  if (flags.plugin !== undefined) return installPlugin(resolve(flags.plugin), home, choice, flags);
  const remote = await chooseRemote(flags, home, process.env);
  const remoteWarnings = remote ? [...warnOfPlainHttp(remote), ...(await findObstacle(remote))] : [];

  const file = chosenSettingsFile(flags, process.env);
  const asks = !flags.json && !flags.dryRun && inspectSettings(file, home).events.length === 0;
  const denyRules = flags.denyRules ?? (asks ? await askAboutDenyRules(home) : undefined);
  if (denyRules === 'cancelled') {
    console.error('\nreins: Nothing was changed.');
    return EXIT.failed;
  }
  const installed = installHooks({ ...choice, home, file, remote, denyRules, dryRun: flags.dryRun });
  const warnings = [...remoteWarnings, ...findWarnings(home, process.env, claudeVersion)];
  if (flags.json) printJson(toJson(file, home, installed, warnings, { ...flags, url: remote?.url }));
  else print(file, installed, warnings, flags, remote?.url ?? `the hub of ${home.folder}`);
  return 0;
}

/** Fails if a hub refuses; a hub that cannot be reached yet may come up later. */
async function findObstacle(remote: RemoteSender): Promise<string[]> {
  const obstacle = await tryHub(remote, process.env);
  if (!obstacle) return [];
  const { code, message, fix } = obstacle;
  const text = `${message[0]?.toUpperCase()}${message.slice(1)}. ${fix}`;
  if (code === undefined) return [text];
  throw new ReinsError(code, `${text} Nothing was changed.`, { url: remote.url });
}

function print(
  file: string,
  installed: Installed,
  warnings: readonly string[],
  { dryRun, project }: InstallFlags,
  hub: string,
): void {
  if (dryRun && installed.before !== installed.after)
    process.stdout.write(renderDiff(file, installed, chooseStyle(process.stdout, process.env)));
  else {
    const takeOut = project ? 'reins uninstall --project' : 'reins uninstall';
    console.log(describeInstalled(file, installed, { hub, takeOut }));
  }
  for (const warning of warnings) console.error(`reins: ${cleanText(warning)}`);
}

function toJson(
  file: string,
  home: ReinsHome,
  { before, after, events, denyRules, foreignHooks, backup }: Installed,
  warnings: readonly string[],
  { dryRun = false, url }: Pick<InstallFlags, 'dryRun'> & { readonly url: string | undefined },
) {
  return {
    file,
    home: home.folder,
    ...(url !== undefined && { url }),
    changed: !dryRun && before !== after,
    dry_run: dryRun,
    events,
    deny_rules: denyRules,
    foreign_hooks: foreignHooks,
    ...(backup !== undefined && { backup }),
    ...(dryRun && { diff: renderDiff(file, { before, after }) }),
    warnings,
  };
}

function installPlugin(folder: string, home: ReinsHome, choice: HookChoice, flags: InstallFlags): number {
  if (flags.project || flags.denyRules !== undefined || flags.url !== undefined) {
    throw new ReinsError(
      'invalid_request',
      'A plugin contains hooks for the hub on this machine only: omit --project, --deny-rules and --url.',
    );
  }
  const files = pluginFiles(home, choice);
  if (!flags.dryRun) {
    prepareHome(home);
    writeHookScripts(hookTargetOf(home));
  }
  const changed = !flags.dryRun && writePlugin(folder, files);
  const paths = Object.keys(files).map((path) => resolve(folder, path));
  for (const { file } of lookAtHooks(home, process.env).installed)
    console.error(
      `reins: ${file} contains these hooks too; with both, each runs twice. Run "reins uninstall" there.`,
    );
  if (flags.json)
    printJson({ plugin: folder, home: home.folder, changed, dry_run: flags.dryRun ?? false, files: paths });
  else if (flags.dryRun) console.log(['Would write:', ...paths].join('\n'));
  else {
    console.log(
      `${changed ? 'The plugin is' : 'The plugin was already'} in ${folder} and reports to the hub of ${home.folder}.\n` +
        `Try it with "claude --plugin-dir ${folder}", or add the folder to your marketplace.`,
    );
  }
  return 0;
}

/**
 * Offers, at the first install, rules that deny Claude access to the files of Reins. Undefined if nobody can be asked or
 * there is nothing to offer; `cancelled` if the person aborted.
 */
async function askAboutDenyRules({ folder }: ReinsHome): Promise<boolean | 'cancelled' | undefined> {
  const rules = denyRulesFor(folder);
  if (!rules || !process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  console.log(
    `Reins keeps its token and your history in ${folder}. These rules deny Claude's file tools access to it:\n` +
      `${rules.map((rule) => `  deny ${rule}`).join('\n')}\n` +
      'They cover reading and changing files there, including through commands such as cat that Claude Code recognizes; they do not\n' +
      "stop a program that Claude runs from opening the files or calling the hub's address.",
  );
  const line = await askLine('Add them? [y/N] ', { input: process.stdin, output: process.stdout });
  return line === undefined ? 'cancelled' : isYes(line);
}

/** `hub`: the hub that the hooks report to; `takeOut`: the command that undoes the install. */
export function describeInstalled(
  file: string,
  installed: Installed,
  { hub, takeOut }: { hub: string; takeOut: string },
): string {
  const { before, after, events, foreignHooks, denyRules, backup } = installed;
  if (before === after) return `Already installed in ${file} for ${hub}. Nothing was changed.`;
  return [
    `Installed in ${file}: ${plural(events.length, 'event reports', 'events report')} to ${hub}.`,
    ...(foreignHooks > 0 ? [`${plural(foreignHooks, 'other hook is', 'other hooks are')} unchanged.`] : []),
    ...(denyRules.length > 0
      ? [`Claude's file tools cannot access the Reins folder: ${denyRules.join(', ')}.`]
      : []),
    ...(backup === undefined ? [] : [`Backup of the previous file: ${backup}`]),
    `Running sessions notice within seconds. "${takeOut}" undoes this.`,
  ].join('\n');
}
