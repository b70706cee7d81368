/** The options that say how a run is to be started, as they are typed, and the body of the call they become. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { splitTools } from '../../core/new-session/split-tools.ts';
import { optionalField } from '../../lib/optional-field.ts';
import { PERMISSION_MODES } from '../../protocol/permission-modes.ts';
import type { NewSession } from '../../protocol/steering.ts';
import { usageError } from '../usage-error.ts';

/** As commander hands them over. */
export interface RunOptions {
  readonly driver?: string;
  readonly model?: string;
  readonly permissionMode?: string;
  readonly name?: string;
  readonly cwd?: string;
  /** The person trusts the folder. */
  readonly trust?: boolean;
}

export interface NewRunOptions extends RunOptions {
  readonly appendSystemPrompt?: string;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly addDir?: readonly string[];
  readonly agents?: string;
  readonly pluginDir?: readonly string[];
  readonly settingSources?: string;
  readonly jsonSchema?: string;
  readonly worktree?: true | string;
  readonly maxTurns?: string;
  readonly maxBudgetUsd?: string;
  readonly mcpConfig?: string;
  readonly env?: readonly string[];
  readonly persist?: boolean;
  readonly nonInteractive?: boolean;
  readonly allHooks?: boolean;
  readonly autoContinue?: string;
  readonly autoContinueCommand?: string;
}

type Choices = Omit<NewSession, 'session_id' | 'resume' | 'fork' | 'continue'>;

export const MODE_OPTION = [
  '--permission-mode <mode>',
  `${PERMISSION_MODES.slice(0, -1).join(', ')} or ${PERMISSION_MODES.at(-1)}`,
] as const;

export const TRUST_OPTION = [
  '--trust',
  'you trust the folder: Claude Code runs its hooks and follows its settings; remembered',
] as const;

export function addRunOptions(command: Command): Command {
  return command
    .option('--driver <driver>', 'stream (headless) or tmux (the real terminal)')
    .option('--model <model>', 'the model')
    .option(...MODE_OPTION)
    .option('-n, --name <name>', 'a name for the session')
    .option(...TRUST_OPTION);
}

export function addNewRunOptions(command: Command): Command {
  return addRunOptions(command)
    .option('--cwd <folder>', 'the folder to work in; this one unless told otherwise')
    .option('--append-system-prompt <text>', "words to add to Claude Code's system prompt")
    .option(
      '--allowed-tools, --allowedTools <list>',
      'tools that need no asking, separated by commas',
      collect,
    )
    .option('--disallowed-tools, --disallowedTools <list>', 'tools that are not there', collect)
    .option('--add-dir <folder>', 'another folder that tools may use; may be repeated', collect)
    .option('--agents <json or file>', 'subagents')
    .option('--plugin-dir <folder>', 'a plugin; may be repeated', collect)
    .option('--setting-sources <list>', 'of user, project and local, separated by commas')
    .option('--json-schema <json or file>', 'the form of the answer')
    .option(
      '-w, --worktree [name]',
      'work in a git worktree of the repository; Claude Code makes it unless there is one of that name',
    )
    .option('--max-turns <number>', 'at most this many turns of the model')
    .option('--max-budget-usd <amount>', 'at most this much money')
    .option('--mcp-config <json or file>', 'MCP servers')
    .option('--env <NAME=value>', 'an environment variable for the run; may be repeated', collect)
    .option(
      '--non-interactive',
      'nobody is there: what no rule answers is answered at once, nothing is granted',
    )
    .option(
      '--all-hooks',
      'report every hook event, including those of tool calls; "reins events --raw" prints them',
    )
    .option(
      '--auto-continue <times>',
      'after the limit of turns, prompt again with "continue", so often at most',
    )
    .option(
      '--auto-continue-command <command>',
      'with it: only while this command prints a JSON array that is not empty',
    )
    .option('--no-persist', 'keep no transcript: the session cannot be resumed');
}

export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** The body of the call. What the hub will check anyway is not checked here. Throws `invalid_request`. */
export function runChoices(options: NewRunOptions): Choices {
  return {
    ...optionalField('driver', options.driver as Choices['driver']),
    ...optionalField('model', options.model),
    ...optionalField('permission_mode', options.permissionMode as Choices['permission_mode']),
    ...optionalField('name', options.name),
    ...optionalField('cwd', options.cwd === undefined ? undefined : resolve(options.cwd)),
    ...optionalField('append_system_prompt', options.appendSystemPrompt),
    ...optionalField('allowed_tools', options.allowedTools?.flatMap(splitTools)),
    ...optionalField('disallowed_tools', options.disallowedTools?.flatMap(splitTools)),
    ...optionalField(
      'add_dirs',
      options.addDir?.map((folder) => resolve(folder)),
    ),
    ...optionalField('agents', readObject('--agents', options.agents)),
    ...optionalField(
      'plugin_dirs',
      options.pluginDir?.map((folder) => resolve(folder)),
    ),
    ...optionalField(
      'setting_sources',
      options.settingSources?.split(',').map((name) => name.trim()) as Choices['setting_sources'],
    ),
    ...optionalField('json_schema', readObject('--json-schema', options.jsonSchema)),
    ...optionalField('worktree', options.worktree),
    ...optionalField('max_turns', toNumber('--max-turns', options.maxTurns)),
    ...optionalField('max_budget_usd', toNumber('--max-budget-usd', options.maxBudgetUsd)),
    ...optionalField('mcp_config', readObject('--mcp-config', options.mcpConfig)),
    ...optionalField('env', options.env && Object.fromEntries(options.env.map(splitVariable))),
    ...(options.persist === false && { persist: false }),
    ...(options.nonInteractive && { non_interactive: true }),
    ...(options.allHooks && { all_hooks: true }),
    ...optionalField('auto_continue', autoContinueOf(options)),
  };
}

function autoContinueOf({
  autoContinue,
  autoContinueCommand: command,
}: NewRunOptions): Choices['auto_continue'] | undefined {
  const limit = toNumber('--auto-continue', autoContinue);
  if (limit === undefined && command !== undefined)
    throw usageError('--auto-continue-command goes with --auto-continue, which says how often.');
  return limit === undefined ? undefined : { limit, ...optionalField('command', command) };
}

function splitVariable(variable: string): [string, string] {
  const cut = variable.indexOf('=');
  // The value is a secret: it must not be repeated.
  if (cut < 1) throw usageError('--env takes NAME=value.');
  return [variable.slice(0, cut), variable.slice(cut + 1)];
}

/** JSON as it is, or a file that holds it. */
function readObject(option: string, value: string | undefined): Record<string, unknown> | undefined {
  if (value === undefined) return undefined;
  const isInline = value.trimStart().startsWith('{');
  let parsed: unknown;
  try {
    parsed = JSON.parse(isInline ? value : readFileSync(value, 'utf8'));
  } catch (error) {
    // A parser repeats what it stumbles over, and that may be a secret.
    const why = (error as NodeJS.ErrnoException).code ?? 'it is not JSON';
    throw usageError(`${option}: ${isInline ? 'the value' : value} cannot be read (${why}).`);
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    return parsed as Record<string, unknown>;
  }
  throw usageError(`${option} takes a JSON object, or a file that holds one.`);
}

function toNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() !== '' && number > 0) return number;
  throw usageError(`${option} takes a number above 0.`);
}
