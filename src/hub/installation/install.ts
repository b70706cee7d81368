/** Adds our hooks to a settings file of Claude Code, and removes them from the file as it is then. */
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
  /** The remote hub for the hooks, instead of the hub of this home. */
  readonly remote?: RemoteSender | undefined;
  /** True adds rules that deny Claude access to the home, false removes ours, undefined leaves them unchanged. */
  readonly denyRules?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly now?: Clock;
}

export interface Installed extends FileChange {
  readonly events: readonly string[];
  readonly foreignHooks: number;
  readonly denyRules: readonly string[];
  /** The copy of the file from before the change. */
  readonly backup?: string;
}

/** Throws `settings_invalid` or `forbidden` with nothing changed. Idempotent. */
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
    // The settings do not change with the token.
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

/** Removes exactly our entries. Restores an untouched file byte for byte, and deletes a file that we created. */
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
  const chosen =
    (wanted ?? (receipt !== undefined && receipt.deny_rules.length > 0)) ? denyRulesOf(home) : [];
  const listed = denyRulesIn(readSettings(original ?? ''));
  const denyRules = chosen.filter((rule) => !listed.includes(rule));
  const after = insertEntries(original ?? '', { hooks, denyRules });
  // Our entries may have been moved: as long as none is missing, nothing is moved back.
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

/** Our hooks and all deny rules in a text, in a comparable form. */
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
    `${folder} contains characters with a special meaning in permission rules. Use --no-deny-rules, or another REINS_HOME.`,
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
    // Someone else uses it by now.
  }
}

function explaining<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new ReinsError(
      'settings_invalid',
      `Claude Code cannot read ${file}: ${error.message}. Nothing was changed. Fix the file and try again.`,
      { file, line: error.line, column: error.column },
    );
  }
}
