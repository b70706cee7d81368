/** The options of a run as typed, and the request body they become. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type RunOption, runOptions } from '../../core/new-session/run-options.ts';
import { splitTools } from '../../core/new-session/split-tools.ts';
import { optionalField } from '../../lib/optional-field.ts';
import type { NewSession } from '../../protocol/steering.ts';
import { usageError } from '../usage-error.ts';

/** As parsed by commander. */
export interface RunOptions {
  readonly driver?: string;
  readonly cwd?: string;
  /** The person trusts the folder. */
  readonly trust?: boolean;
  readonly [option: string]: unknown;
}

type Choices = Omit<NewSession, 'session_id' | 'resume' | 'fork' | 'continue'>;

const REPEATED: ReadonlySet<RunOption['value']> = new Set(['tools', 'folders', 'variables']);

/** The options of all commands that start a run, or of `reins new` only. */
function addOptions(command: Command, isMeant: (option: RunOption) => boolean): Command {
  for (const [, option] of runOptions().filter(([, candidate]) => isMeant(candidate))) {
    if (!option.flag) continue;
    const [flag, about] = option.flag;
    if (REPEATED.has(option.value)) command.option(flag, about, collect);
    else command.option(flag, about);
  }
  return command;
}

export function addRunOptions(command: Command): Command {
  return addOptions(command, ({ isGeneral }) => isGeneral === true);
}

export function addNewRunOptions(command: Command): Command {
  addRunOptions(command).option('--cwd <folder>', 'the folder to work in; the current one by default');
  return addOptions(command, ({ isGeneral }) => !isGeneral).option(
    '--auto-continue-command <command>',
    'with --auto-continue: only while this command prints a non-empty JSON array',
  );
}

export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** The request body. Checks nothing that the hub checks anyway. Throws `invalid_request`. */
export function runChoices(options: RunOptions): Choices {
  const chosen = runOptions().flatMap(([name, { flag, value: kind }]) => {
    const [long, attribute] = longFlagOf(flag?.[0] ?? '');
    const value = readValue(kind, long, options[attribute], options);
    return value === undefined ? [] : [[name, value]];
  });
  const { cwd } = options;
  return {
    ...Object.fromEntries(chosen),
    ...optionalField('cwd', cwd === undefined ? undefined : resolve(cwd)),
  };
}

/** `-n, --plugin-dir <folder>` is typed `--plugin-dir`, and commander names it `pluginDir`. */
function longFlagOf(flag: string): [long: string, attribute: string] {
  const long = /--[\w-]+/.exec(flag)?.[0] ?? '';
  const name = long.replace(/^--(no-)?/, '');
  return [long, name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
}

function readValue(kind: RunOption['value'], flag: string, given: unknown, options: RunOptions): unknown {
  if (kind === 'no') return given === false ? false : undefined;
  if (kind === 'auto_continue') return autoContinueOf(given, options['autoContinueCommand']);
  if (kind === 'own' || given === undefined) return undefined;
  const [text, texts] = [given as string, given as readonly string[]];
  switch (kind) {
    case 'whole':
    case 'amount':
      return toNumber(flag, text);
    case 'tools':
      return texts.flatMap(splitTools);
    case 'folders':
      return texts.map((folder) => resolve(folder));
    case 'names':
      return text.split(',').map((name) => name.trim());
    case 'json':
      return readObject(flag, text);
    case 'variables':
      return Object.fromEntries(texts.map(splitVariable));
    default:
      return given;
  }
}

function autoContinueOf(times: unknown, command: unknown): Choices['auto_continue'] {
  const limit = times === undefined ? undefined : toNumber('--auto-continue', times as string);
  if (limit === undefined && command !== undefined)
    throw usageError('--auto-continue-command requires --auto-continue NUMBER.');
  return limit === undefined
    ? undefined
    : { limit, ...optionalField('command', command as string | undefined) };
}

function splitVariable(variable: string): [string, string] {
  const cut = variable.indexOf('=');
  // The value is a secret: it must not be printed.
  if (cut < 1) throw usageError('--env must be NAME=value.');
  return [variable.slice(0, cut), variable.slice(cut + 1)];
}

/** Literal JSON, or a file that contains it. */
function readObject(option: string, value: string): Record<string, unknown> {
  const isInline = value.trimStart().startsWith('{');
  let parsed: unknown;
  try {
    parsed = JSON.parse(isInline ? value : readFileSync(value, 'utf8'));
  } catch (error) {
    // A parser's error quotes the input, which may contain a secret.
    const why = (error as NodeJS.ErrnoException).code ?? 'it is not JSON';
    throw usageError(`${option}: cannot read ${isInline ? 'the value' : value} (${why}).`);
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    return parsed as Record<string, unknown>;
  }
  throw usageError(`${option} must be a JSON object, or a file with one.`);
}

function toNumber(option: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && number > 0) return number;
  throw usageError(`${option} must be a number above 0.`);
}
