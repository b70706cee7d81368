/** What a person can choose for a new session, in the order and the words in which the page and the terminal UI offer it. */
import type { PermissionMode } from '../../protocol/permission-modes.ts';
import { modeWords } from '../words/suggestion-words.ts';

export const FIELD_NAMES = [
  'cwd',
  'prompt',
  'model',
  'permission_mode',
  'driver',
  'name',
  'worktree',
  'worktree_name',
  'max_turns',
  'max_budget_usd',
  'continue_limit',
  'continue_command',
  'non_interactive',
  'append_system_prompt',
  'allowed_tools',
  'disallowed_tools',
  'add_dirs',
  'all_hooks',
] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

/** As typed: nothing is ever missing, and what is ticked is `on`. */
export type FormValues = Readonly<Record<FieldName, string>>;

export interface FieldChoice {
  readonly value: string;
  readonly label: string;
}

export interface FormField {
  readonly name: FieldName;
  readonly label: string;
  /** `model` is a choice that also accepts other words. */
  readonly kind: 'text' | 'lines' | 'number' | 'tick' | 'choice' | 'model';
  /** What holds when it is left empty. */
  readonly whenEmpty?: string;
  readonly example?: string;
  /** Beside the empty one. */
  readonly choices?: readonly FieldChoice[];
  /** Paths, commands and tools. */
  readonly isCode?: true;
  /** Claude Code has it only without a terminal. */
  readonly isHeadless?: true;
  /** Shown only when that field is filled in. */
  readonly needs?: FieldName;
  /** On a row of its own where two fit beside each other. */
  readonly isWide?: true;
}

const USUAL = 'your usual one';

/** The modes that a person is offered; the others are for those who know their names. */
export const CHOSEN_MODES = [
  'default',
  'acceptEdits',
  'plan',
  'auto',
] as const satisfies readonly PermissionMode[];

export const COMMON_FIELDS: readonly FormField[] = [
  { name: 'cwd', label: 'Folder on the hub’s machine', kind: 'text', isCode: true },
  { name: 'prompt', label: 'What should Claude do?', kind: 'lines' },
  { name: 'model', label: 'Model', kind: 'model', whenEmpty: USUAL },
  {
    name: 'permission_mode',
    label: 'Mode',
    kind: 'choice',
    whenEmpty: USUAL,
    choices: CHOSEN_MODES.map((value) => ({ value, label: modeWords(value) })),
  },
];

export const MORE_FIELDS: readonly FormField[] = [
  {
    name: 'driver',
    label: 'Runs',
    kind: 'choice',
    whenEmpty: 'as the hub is set up',
    choices: [
      { value: 'stream', label: 'in the background' },
      { value: 'tmux', label: 'in a terminal (tmux)' },
    ],
  },
  { name: 'name', label: 'Name', kind: 'text', whenEmpty: 'from the first prompt' },
  { name: 'worktree', label: 'Work in a git worktree of its own', kind: 'tick' },
  {
    name: 'worktree_name',
    label: 'Name of the worktree',
    kind: 'text',
    whenEmpty: 'chosen by Claude Code',
    isCode: true,
    needs: 'worktree',
    isWide: true,
  },
  { name: 'max_turns', label: 'Maximum turns', kind: 'number', whenEmpty: 'no limit', isHeadless: true },
  {
    name: 'max_budget_usd',
    label: 'Budget in US dollars',
    kind: 'number',
    whenEmpty: 'no limit',
    isHeadless: true,
  },
  {
    name: 'continue_limit',
    label: 'Auto-continue at most this many times',
    kind: 'number',
    whenEmpty: 'as the hub is set up',
    isHeadless: true,
  },
  {
    name: 'continue_command',
    label: 'Only while this command lists open work',
    kind: 'text',
    whenEmpty: 'always',
    isCode: true,
    isHeadless: true,
    needs: 'continue_limit',
  },
  { name: 'non_interactive', label: 'Non-interactive: deny whatever no rule allows', kind: 'tick' },
  { name: 'append_system_prompt', label: 'Add to the system prompt', kind: 'lines' },
  {
    name: 'allowed_tools',
    label: 'Allowed tools',
    kind: 'text',
    example: 'Bash(git log *), Edit',
    isCode: true,
  },
  { name: 'disallowed_tools', label: 'Disallowed tools', kind: 'text', example: 'WebFetch', isCode: true },
  { name: 'add_dirs', label: 'Extra folders, one per line', kind: 'lines', isCode: true },
  { name: 'all_hooks', label: 'Report every hook event', kind: 'tick' },
];

export const EMPTY_FORM = Object.fromEntries(FIELD_NAMES.map((name) => [name, ''])) as FormValues;

/** Whether a field makes a difference with what else is chosen. */
export function isOffered({ isHeadless, needs }: FormField, values: FormValues): boolean {
  return !(isHeadless && values.driver === 'tmux') && (needs === undefined || values[needs] !== '');
}

/** The choices of a field, with one that only a template has chosen. */
export function choicesOf(
  { choices = [], whenEmpty = '' }: Pick<FormField, 'choices' | 'whenEmpty'>,
  value: string,
): FieldChoice[] {
  const all = [{ value: '', label: whenEmpty }, ...choices];
  return all.some((choice) => choice.value === value) ? all : [...all, { value, label: modeWords(value) }];
}
