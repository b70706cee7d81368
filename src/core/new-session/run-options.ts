/**
 * Everything about a run option except its schema, one row each: its text on the command line and in the
 * forms of page and terminal UI, its `claude` flag, and whether Claude Code supports it in a terminal.
 * Schemas: `src/protocol/steering.ts`.
 */
import { PERMISSION_MODES, type PermissionMode } from '../../protocol/permission-modes.ts';
import type { Resume } from '../../protocol/steering.ts';
import { t } from '../translate.ts';
import { modeText } from '../wording/suggestion-text.ts';

/** The options of a run, however it is started. */
export type RunChoices = Omit<Resume, 'cwd' | 'driver' | 'prompt'>;

export interface RunOption {
  /**
   * How it is typed. `yes`: set by its presence; `no`: on unless negated; `tools`, `folders` and `variables`
   * may be repeated; `names` are separated by commas; `json` is an object. `own`: has its own syntax.
   */
  readonly value:
    | 'text'
    | 'whole'
    | 'amount'
    | 'yes'
    | 'no'
    | 'tools'
    | 'folders'
    | 'names'
    | 'json'
    | 'variables'
    | 'worktree'
    | 'auto_continue'
    | 'own';
  /** The option of `reins new` and its description. */
  readonly flag?: readonly [flag: string, about: string];
  /** Also an option of `reins resume`, `fork` and `takeover`. */
  readonly isGeneral?: true;
  /** The flag of `claude`. */
  readonly claude?: string;
  /** Claude Code supports it only without a terminal. */
  readonly isHeadless?: true;
  /** The form field of the same name, and further ones. */
  readonly field?: FieldText & { readonly isCommon?: true };
  readonly moreFields?: readonly (FieldText & { readonly name: string })[];
}

export interface FieldText {
  readonly label: string;
  /** `model` is a choice that also accepts other values. */
  readonly kind: 'text' | 'lines' | 'number' | 'tick' | 'choice' | 'model';
  /** The effect of leaving it empty. */
  readonly whenEmpty?: string;
  readonly example?: string;
  /** In addition to the empty one. */
  readonly choices?: readonly FieldChoice[];
  /** Paths, commands and tools. */
  readonly isCode?: true;
  /** Shown only if that field is filled in. */
  readonly needs?: string;
  /** Takes a whole row instead of half of one. */
  readonly isWide?: true;
}

export interface FieldChoice {
  readonly value: string;
  readonly label: string;
}

/** The modes offered to a person; the others are for those who know their names. */
export const CHOSEN_MODES = [
  'default',
  'acceptEdits',
  'plan',
  'auto',
] as const satisfies readonly PermissionMode[];

const USUAL = t('your default');

/** In the order in which they are offered. */
export const RUN_OPTIONS = {
  model: {
    value: 'text',
    flag: ['--model <model>', 'the model'],
    isGeneral: true,
    claude: 'model',
    field: { label: t('Model'), kind: 'model', whenEmpty: USUAL, isCommon: true },
  },
  permission_mode: {
    value: 'text',
    flag: [
      '--permission-mode <mode>',
      `${PERMISSION_MODES.slice(0, -1).join(', ')} or ${PERMISSION_MODES.at(-1)}`,
    ],
    isGeneral: true,
    claude: 'permission-mode',
    field: {
      label: t('Mode'),
      kind: 'choice',
      whenEmpty: USUAL,
      choices: CHOSEN_MODES.map((value) => ({ value, label: modeText(value) })),
      isCommon: true,
    },
  },
  driver: {
    value: 'text',
    flag: ['--driver <driver>', 'stream (headless) or tmux (the real terminal)'],
    isGeneral: true,
    field: {
      label: t('Runs'),
      kind: 'choice',
      whenEmpty: t('as set on the hub'),
      choices: [
        { value: 'stream', label: t('in the background') },
        { value: 'tmux', label: t('in a terminal (tmux)') },
      ],
    },
  },
  name: {
    value: 'text',
    flag: ['-n, --name <name>', 'a name for the session'],
    isGeneral: true,
    claude: 'name',
    field: { label: t('Name'), kind: 'text', whenEmpty: t('from the first prompt') },
  },
  trust: {
    value: 'own',
    flag: ['--trust', 'trust the folder permanently: Claude Code runs its hooks and applies its settings'],
    isGeneral: true,
  },
  worktree: {
    value: 'worktree',
    flag: [
      '-w, --worktree [name]',
      'work in a git worktree of the repository; Claude Code creates it if it does not exist',
    ],
    claude: 'worktree',
    field: { label: t('Work in a separate git worktree'), kind: 'tick' },
    moreFields: [
      {
        name: 'worktree_name',
        label: t('Name of the worktree'),
        kind: 'text',
        whenEmpty: t('chosen by Claude Code'),
        isCode: true,
        needs: 'worktree',
        isWide: true,
      },
    ],
  },
  max_turns: {
    value: 'whole',
    flag: ['--max-turns <number>', 'maximum number of model turns'],
    claude: 'max-turns',
    isHeadless: true,
    field: { label: t('Maximum turns'), kind: 'number', whenEmpty: t('no limit') },
  },
  max_budget_usd: {
    value: 'amount',
    flag: ['--max-budget-usd <amount>', 'maximum cost in US dollars'],
    claude: 'max-budget-usd',
    isHeadless: true,
    field: { label: t('Budget in US dollars'), kind: 'number', whenEmpty: t('no limit') },
  },
  auto_continue: {
    value: 'auto_continue',
    flag: ['--auto-continue <times>', 'at the turn limit, prompt "continue", at most this many times'],
    isHeadless: true,
    moreFields: [
      {
        name: 'continue_limit',
        label: t('Auto-continue at most this many times'),
        kind: 'number',
        whenEmpty: t('as set on the hub'),
      },
      {
        name: 'continue_command',
        label: t('Only while this command lists open work'),
        kind: 'text',
        whenEmpty: t('always'),
        isCode: true,
        needs: 'continue_limit',
      },
    ],
  },
  non_interactive: {
    value: 'yes',
    flag: [
      '--non-interactive',
      'unattended: deny everything that no rule allows, without waiting for a person',
    ],
    field: { label: t('Unattended: deny everything that no rule allows'), kind: 'tick' },
  },
  end_when_idle_seconds: {
    value: 'whole',
    flag: ['--end-when-idle <seconds>', 'end the session once it has been idle for this long'],
    field: { label: t('End after this many idle seconds'), kind: 'number', whenEmpty: t('never') },
  },
  append_system_prompt: {
    value: 'text',
    flag: ['--append-system-prompt <text>', "text to add to Claude Code's system prompt"],
    claude: 'append-system-prompt',
    field: { label: t('Add to the system prompt'), kind: 'lines' },
  },
  allowed_tools: {
    value: 'tools',
    flag: ['--allowed-tools, --allowedTools <list>', 'tools allowed without asking, separated by commas'],
    claude: 'allowed-tools',
    field: { label: t('Allowed tools'), kind: 'text', example: 'Bash(git log *), Edit', isCode: true },
  },
  disallowed_tools: {
    value: 'tools',
    flag: ['--disallowed-tools, --disallowedTools <list>', 'tools to disable'],
    claude: 'disallowed-tools',
    field: { label: t('Disallowed tools'), kind: 'text', example: 'WebFetch', isCode: true },
  },
  add_dirs: {
    value: 'folders',
    flag: ['--add-dir <folder>', 'an additional folder for tools; repeatable'],
    claude: 'add-dir',
    field: { label: t('Extra folders, one per line'), kind: 'lines', isCode: true },
  },
  all_hooks: {
    value: 'yes',
    flag: [
      '--all-hooks',
      'report every hook event, including those of tool calls; "reins events --raw" prints them',
    ],
    field: { label: t('Report every hook event'), kind: 'tick' },
  },
  agents: { value: 'json', flag: ['--agents <json or file>', 'subagents to define'], claude: 'agents' },
  plugin_dirs: {
    value: 'folders',
    flag: ['--plugin-dir <folder>', 'a plugin to load; repeatable'],
    claude: 'plugin-dir',
  },
  setting_sources: {
    value: 'names',
    flag: ['--setting-sources <list>', 'settings to load: user, project, local; separated by commas'],
    claude: 'setting-sources',
  },
  json_schema: {
    value: 'json',
    flag: ['--json-schema <json or file>', 'JSON schema for the answer'],
    claude: 'json-schema',
    isHeadless: true,
  },
  // Secrets never appear on a command line: `mcp_config` is passed in a file, `env` in the environment.
  mcp_config: { value: 'json', flag: ['--mcp-config <json or file>', 'MCP servers'] },
  env: {
    value: 'variables',
    flag: ['--env <NAME=value>', 'an environment variable for the run; repeatable'],
  },
  persist: {
    value: 'no',
    flag: ['--no-persist', 'do not keep a transcript; the session cannot be resumed'],
    claude: 'no-session-persistence',
    isHeadless: true,
  },
  claude_args: { value: 'own' },
  terminal: { value: 'own' },
} as const satisfies Readonly<Record<keyof RunChoices | 'driver', RunOption>>;

export type RunOptionName = keyof typeof RUN_OPTIONS;

export const runOptions = (): readonly (readonly [RunOptionName, RunOption])[] =>
  Object.entries<RunOption>(RUN_OPTIONS) as [RunOptionName, RunOption][];

/** The `claude` flags for the chosen options. Values follow `=`, so that none is mistaken for a flag. */
export function claudeFlags(choices: RunChoices): string[] {
  return chosenOf(choices).flatMap(([, { claude, value: kind }, value]) => {
    if (claude === undefined) return [];
    if (kind === 'no' || value === true) return [`--${claude}`];
    if (kind === 'names') return [`--${claude}=${(value as readonly string[]).join(',')}`];
    if (Array.isArray(value)) return value.map((one) => `--${claude}=${one}`);
    return [`--${claude}=${kind === 'json' ? JSON.stringify(value) : value}`];
  });
}

/** The chosen options that Claude Code supports only without a terminal, by their API names. */
export function headlessChoices(choices: RunChoices): string[] {
  return chosenOf(choices).flatMap(([name, { isHeadless, value: kind }]) =>
    isHeadless ? [kind === 'no' ? `${name}: false` : name] : [],
  );
}

/** Rows with an effect, and their values. */
function chosenOf(choices: RunChoices): [RunOptionName, RunOption, unknown][] {
  const chosen: Readonly<Record<string, unknown>> = choices;
  return runOptions().flatMap(([name, option]) => {
    const value = chosen[name];
    const isChosen = value !== undefined && value === (option.value === 'no' ? false : value);
    return isChosen ? [[name, option, value]] : [];
  });
}
