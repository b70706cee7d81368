/** From the form for a new session to the body of the call, and from a template to the form. Pure. */
import { ReinsError } from '../../protocol/errors.ts';
import type { NewSession, StartingDriver } from '../../protocol/steering.ts';
import type { Template } from '../../protocol/templates.ts';
import {
  COMMON_FIELDS,
  EMPTY_FORM,
  type FieldName,
  type FormValues,
  isOffered,
  MORE_FIELDS,
} from './form-fields.ts';
import { splitTools } from './split-tools.ts';

export interface FormExtras {
  /** The template that was filled in. What the form does not show of it is kept. */
  readonly template?: Template | undefined;
  /** The prompt has pictures, so it is sent as a message of its own. */
  readonly hasPictures?: boolean;
}

const FIELDS = new Map([...COMMON_FIELDS, ...MORE_FIELDS].map((field) => [field.name, field]));

/** Throws `invalid_request` with what to correct. */
export function toNewSession(
  values: FormValues,
  { template = {}, hasPictures = false }: FormExtras = {},
): NewSession {
  if (hasPictures && values.driver === 'tmux') {
    throw wrong(
      'Claude Code accepts no pictures in a terminal. Remove them, or let the session run in the background.',
    );
  }
  const text = (name: FieldName): string | undefined => {
    const field = FIELDS.get(name);
    return (field && isOffered(field, values) && values[name].trim()) || undefined;
  };
  const tick = (name: FieldName, given: boolean | undefined) =>
    text(name) ? true : given === undefined ? undefined : false;
  const limit = count(text('continue_limit'), 'continue_limit');
  const command = text('continue_command');
  const shown = {
    max_turns: count(text('max_turns'), 'max_turns'),
    max_budget_usd: amount(text('max_budget_usd'), 'max_budget_usd'),
    auto_continue: limit === undefined ? undefined : { limit, ...(command && { command }) },
  };
  const isHeadless = hasPictures || Object.values(shown).some((value) => value !== undefined);
  return present({
    ...kept(template),
    ...shown,
    cwd: text('cwd'),
    prompt: hasPictures ? undefined : text('prompt'),
    model: text('model'),
    permission_mode: text('permission_mode') as NewSession['permission_mode'],
    driver: (text('driver') ?? (isHeadless ? 'stream' : undefined)) as StartingDriver | undefined,
    name: text('name'),
    worktree: text('worktree') && (text('worktree_name') ?? true),
    non_interactive: tick('non_interactive', template.non_interactive),
    append_system_prompt: text('append_system_prompt'),
    allowed_tools: list(text('allowed_tools'), splitTools),
    disallowed_tools: list(text('disallowed_tools'), splitTools),
    add_dirs: list(text('add_dirs'), splitLines),
    all_hooks: tick('all_hooks', template.all_hooks),
  });
}

/** Folder and prompt stay unless the template has its own; everything else is as the template says. */
export function fillIn(template: Template, before: FormValues): FormValues {
  const { auto_continue, worktree } = template;
  const filled: Partial<Record<FieldName, string | undefined>> = {
    cwd: template.cwd ?? before.cwd,
    prompt: template.prompt ?? before.prompt,
    model: template.model,
    permission_mode: template.permission_mode,
    driver: template.driver,
    name: template.name,
    worktree: worktree === undefined ? undefined : 'on',
    worktree_name: typeof worktree === 'string' ? worktree : undefined,
    max_turns: template.max_turns?.toString(),
    max_budget_usd: template.max_budget_usd?.toString(),
    continue_limit: auto_continue?.limit.toString(),
    continue_command: auto_continue?.command,
    non_interactive: template.non_interactive ? 'on' : undefined,
    append_system_prompt: template.append_system_prompt,
    allowed_tools: template.allowed_tools?.join(', '),
    disallowed_tools: template.disallowed_tools?.join(', '),
    add_dirs: template.add_dirs?.join('\n'),
    all_hooks: template.all_hooks ? 'on' : undefined,
  };
  return { ...EMPTY_FORM, ...present(filled) };
}

/** What the form has no field for. */
function kept({ agents, plugin_dirs, setting_sources, json_schema, persist, claude_args }: Template) {
  return { agents, plugin_dirs, setting_sources, json_schema, persist, claude_args };
}

function count(text: string | undefined, name: FieldName): number | undefined {
  const number = amount(text, name);
  if (number === undefined || Number.isInteger(number)) return number;
  throw wrong(`${labelOf(name)}: must be a whole number above 0.`);
}

function amount(text: string | undefined, name: FieldName): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text.replace(/^\$/, ''));
  if (number > 0 && Number.isFinite(number)) return number;
  throw wrong(`${labelOf(name)}: must be a number above 0.`);
}

function list(text: string | undefined, split: (text: string) => string[]): string[] | undefined {
  const parts = text === undefined ? [] : split(text);
  return parts.length > 0 ? parts : undefined;
}

function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function labelOf(name: FieldName): string {
  return FIELDS.get(name)?.label ?? name;
}

type Present<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

function present<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}

function wrong(message: string): ReinsError {
  return new ReinsError('invalid_request', message);
}
