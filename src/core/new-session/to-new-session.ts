/** Converts the form for a new session to an API request, and a template to the form. Pure. */
import { ReinsError } from '../../protocol/errors.ts';
import type { NewSession } from '../../protocol/steering.ts';
import type { Template } from '../../protocol/templates.ts';
import { t } from '../translate.ts';
import {
  COMMON_FIELDS,
  EMPTY_FORM,
  type FieldName,
  type FormValues,
  isOffered,
  MORE_FIELDS,
} from './form-fields.ts';
import { type RunOption, runOptions } from './run-options.ts';
import { splitTools } from './split-tools.ts';

export interface FormExtras {
  /** The template that was filled in. Options that the form does not show are kept. */
  readonly template?: Template | undefined;
  /** The prompt has images, so it is sent as a separate message. */
  readonly hasPictures?: boolean;
}

const FIELDS = new Map([...COMMON_FIELDS, ...MORE_FIELDS].map((field) => [field.name, field]));
/** The options with a field of the same name. */
const OPTIONS = runOptions().flatMap(([name, option]) =>
  option.field ? [{ name: name as FieldName, ...option }] : [],
);

/** Throws `invalid_request` with what to correct. */
export function toNewSession(
  values: FormValues,
  { template = {}, hasPictures = false }: FormExtras = {},
): NewSession {
  if (hasPictures && values.driver === 'tmux') {
    throw wrong(
      t(
        'Claude Code does not accept images in a terminal. Remove them, or run the session in the background.',
      ),
    );
  }
  const text = (name: FieldName): string | undefined => {
    const field = FIELDS.get(name);
    return (field && isOffered(field, values) && values[name].trim()) || undefined;
  };
  const given: Readonly<Record<string, unknown>> = template;
  const limit = count(text('continue_limit'), 'continue_limit');
  const command = text('continue_command');
  const shown: Partial<Record<string, unknown>> = {
    ...Object.fromEntries(
      OPTIONS.map(({ name, value }) => [name, readField(name, value, text(name), given[name])]),
    ),
    cwd: text('cwd'),
    prompt: hasPictures ? undefined : text('prompt'),
    worktree: text('worktree') && (text('worktree_name') ?? true),
    auto_continue: limit === undefined ? undefined : { limit, ...(command && { command }) },
  };
  const isHeadless =
    hasPictures || runOptions().some(([name, option]) => option.isHeadless && shown[name] !== undefined);
  const driver = shown['driver'] ?? (isHeadless ? 'stream' : undefined);
  return present({ ...template, ...shown, driver }) as NewSession;
}

/** Folder and prompt stay unless the template has its own; everything else comes from the template. */
export function fillIn(template: Template, before: FormValues): FormValues {
  const { auto_continue, worktree } = template;
  const given: Readonly<Record<string, unknown>> = template;
  const filled: Partial<Record<FieldName, string | undefined>> = {
    ...Object.fromEntries(OPTIONS.map(({ name, value }) => [name, writeField(value, given[name])])),
    cwd: template.cwd ?? before.cwd,
    prompt: template.prompt ?? before.prompt,
    worktree_name: typeof worktree === 'string' ? worktree : undefined,
    continue_limit: auto_continue?.limit.toString(),
    continue_command: auto_continue?.command,
  };
  return { ...EMPTY_FORM, ...present(filled) };
}

/** The typed value in the form of the API. `given`: the value of the template. */
function readField(
  name: FieldName,
  kind: RunOption['value'],
  text: string | undefined,
  given: unknown,
): unknown {
  if (kind === 'yes') return text ? true : given === undefined ? undefined : false;
  if (text === undefined) return undefined;
  if (kind === 'whole') return count(text, name);
  if (kind === 'amount') return amount(text, name);
  if (kind === 'tools') return list(text, splitTools);
  return kind === 'folders' ? list(text, splitLines) : text;
}

/** The reverse. */
function writeField(kind: RunOption['value'], value: unknown): string | undefined {
  if (value === undefined || value === false) return undefined;
  if (kind === 'yes' || kind === 'worktree') return 'on';
  return Array.isArray(value) ? value.join(kind === 'tools' ? ', ' : '\n') : String(value);
}

function count(text: string | undefined, name: FieldName): number | undefined {
  const number = amount(text, name);
  if (number === undefined || Number.isInteger(number)) return number;
  throw wrong(t('{field}: must be a whole number above 0.', { field: labelOf(name) }));
}

function amount(text: string | undefined, name: FieldName): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text.replace(/^\$/, ''));
  if (number > 0 && Number.isFinite(number)) return number;
  throw wrong(t('{field}: must be a number above 0.', { field: labelOf(name) }));
}

function list(text: string, split: (text: string) => string[]): string[] | undefined {
  const parts = split(text);
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
