/** Puts our hooks into a settings file of Claude Code, and takes them out of the file as it is then. */
import { existsSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { denyRulesFor } from '../../claude/deny-rules.ts';
import { type HookChoice, type HookSet, hookSet } from '../../claude/hook-set.ts';
import { remoteHookSet } from '../../claude/remote-hook-set.ts';
import { insertEntries, readSettings, removeEntries } from '../../claude/settings-edit.ts';
import { listHooks, type SettingsHook } from '../../claude/settings-hooks.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { type JsonNode, JsonSyntaxError, memberOf } from '../../lib/json-tree.ts';
import { sha256 } from '../../lib/sha256.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { prepareHome, type ReinsHome } from '../home/reins-home.ts';
import { changeFile, type FileChange, type FileText } from './change-file.ts';
import { hookTargetOf, writeHookScripts } from './hook-scripts.ts';
import { isOfHome } from './own-hooks.ts';
import { backUp, type Receipt, readReceipt, removeReceipt, writeReceipt } from './receipts.ts';
import { forgetUnusedHeaders, headersFileFor, type RemoteSender, writeHeaders } from './remote-headers.ts';

export interface InstallOptions extends HookChoice {
  readonly home: ReinsHome;
  readonly file: string;
  /** The hub elsewhere that the hooks are to report to, instead of the one of this home. */
  readonly remote?: RemoteSender | undefined;
  /** True adds rules that keep Claude out of the home, false takes ours away, undefined leaves them as they are. */
  readonly denyRules?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly now?: Clock;
}

export interface Installed extends FileChange {
  readonly events: readonly string[];
  readonly foreignHooks: number;
  readonly denyRules: readonly string[];
  /** Where the file was copied to before it changed. */
  readonly backup?: string;
}

/** Throws `settings_invalid` or `forbidden` with nothing changed. Doing it twice changes nothing. */
export function install(options: InstallOptions): Installed {
  const { home, file, remote, dryRun, now = systemClock } = options;
  const hooks = hooksFor(options);
  const known = readReceipt(home, file);
  let plan: Plan | undefined;
  let backup: string | undefined;
  const edit = (before: FileText) => {
    plan = explaining(file, () => planInstall(before, hooks, known, options));
    return plan.after;
  };
  const change = changeFile(file, edit, {
    dryRun,
    beforeWrite({ before, after = '' }) {
      prepareHome(home);
      if (remote) writeHeaders(home, remote);
      const at = new Date(now()).toISOString();
      if (before !== undefined) backup = backUp(home, file, before, at);
      writeReceipt(home, {
        file,
        installed_at: at,
        original: plan?.original ?? null,
        written_sha256: sha256(after),
        deny_rules: [...(plan?.denyRules ?? [])],
        made_folder: (known?.made_folder ?? false) || !existsSync(dirname(file)),
        ...(remote && { url: remote.url }),
      });
    },
  });
  if (!dryRun) {
    writeHookScripts(hookTargetOf(home));
    // Nothing in the settings changes with the token.
    if (remote) writeHeaders(home, remote);
    forgetUnusedHeaders(home);
  }
  return {
    ...change,
    events: Object.keys(hooks),
    foreignHooks: listHooks(settingsIn(change.before)).filter((hook) => !isOfHome(home)(hook)).length,
    denyRules: plan?.denyRules ?? [],
    ...(backup !== undefined && { backup }),
  };
}

export interface UninstallOptions {
  readonly home: ReinsHome;
  readonly file: string;
  readonly dryRun?: boolean | undefined;
  readonly now?: Clock;
}

/** Removes exactly our entries. A file that nobody touched since comes back to the byte, one that we made goes. */
export function uninstall({ home, file, dryRun, now = systemClock }: UninstallOptions): FileChange {
  const receipt = readReceipt(home, file);
  const edit = (before: FileText) => explaining(file, () => planUninstall(before, receipt, isOfHome(home)));
  const change = changeFile(file, edit, {
    dryRun,
    beforeWrite({ before }) {
      if (existsSync(home.folder) && before !== undefined)
        backUp(home, file, before, new Date(now()).toISOString());
    },
  });
  if (dryRun) return change;
  removeReceipt(home, file);
  forgetUnusedHeaders(home);
  if (receipt?.made_folder && change.after === undefined) removeIfEmpty(dirname(file));
  return change;
}

interface Plan {
  readonly after: FileText;
  /** The file without our entries. */
  readonly original: FileText;
  readonly denyRules: readonly string[];
}

function planInstall(
  before: FileText,
  hooks: HookSet,
  receipt: Receipt | undefined,
  { home, denyRules: wanted }: InstallOptions,
): Plan {
  const original = planUninstall(before, receipt, isOfHome(home));
  const wished =
    (wanted ?? (receipt !== undefined && receipt.deny_rules.length > 0)) ? denyRulesOf(home) : [];
  const listed = denyRulesIn(readSettings(original ?? ''));
  const denyRules = wished.filter((rule) => !listed.includes(rule));
  const after = insertEntries(original ?? '', { hooks, denyRules });
  // Ours may stand elsewhere by now: as long as nothing is missing, nothing is moved.
  const same = before !== undefined && content(before, home) === content(after, home);
  return { after: same ? before : after, original, denyRules };
}

function planUninstall(
  before: FileText,
  receipt: Receipt | undefined,
  ours: (hook: SettingsHook) => boolean,
): FileText {
  if (before === undefined) return undefined;
  if (receipt && sha256(before) === receipt.written_sha256) return receipt.original ?? undefined;
  const original = receipt?.original ?? undefined;
  const after = removeEntries(before, { isOurs: ours, denyRules: receipt?.deny_rules ?? [], original });
  const madeByUs = receipt?.original === null;
  return madeByUs && readSettings(after)?.members.length === 0 ? undefined : after;
}

/** Our hooks and all deny rules in a text, in a form that two texts can be compared by. */
function content(text: string, home: ReinsHome): string {
  const hooks = listHooks(settingsIn(text)).filter(isOfHome(home));
  return JSON.stringify([
    hooks.map((hook) => JSON.stringify(hook)).sort(),
    denyRulesIn(readSettings(text)).sort(),
  ]);
}

function denyRulesIn(settings: JsonNode | undefined): unknown[] {
  return memberOf(memberOf(settings, 'permissions'), 'deny')?.members.map(({ node }) => node.value) ?? [];
}

function denyRulesOf({ folder }: ReinsHome): string[] {
  const rules = denyRulesFor(folder);
  if (rules) return rules;
  throw new ReinsError(
    'invalid_request',
    `${folder} has characters that mean something else in a permission rule. Use --no-deny-rules, or another REINS_HOME.`,
  );
}

function hooksFor({ home, remote, ...choice }: InstallOptions): HookSet {
  if (!remote) return hookSet(hookTargetOf(home), choice);
  const { url } = remote;
  return remoteHookSet(
    { url, headersFile: headersFileFor(home, url), forwarder: home.forwarderFile },
    choice,
  );
}

function settingsIn(text: FileText): unknown {
  return readSettings(text ?? '')?.value ?? {};
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody else uses it by now.
  }
}

function explaining<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new ReinsError(
      'settings_invalid',
      `${file} is not what Claude Code can read: ${error.message}. Nothing was changed. Mend the file and try again.`,
      { file, line: error.line, column: error.column },
    );
  }
}
