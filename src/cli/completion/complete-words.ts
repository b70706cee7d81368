/** Completions at the cursor, from the program's own commands and options. Pure, except for names that only a hub knows. */
import type { Command, Option } from 'commander';
import { cleanLine } from '../../lib/clean-text.ts';
import { PERMISSION_MODES } from '../../protocol/permission-modes.ts';

export interface Completion {
  readonly value: string;
  readonly about: string;
}

/** Names that only a running hub knows. */
export type Known = 'session' | 'interaction' | 'device';
export type FetchCompletions = (what: Known) => Promise<readonly Completion[]>;

/** By the name of an argument or option; prefixed with the command if it means something else there. */
const FROM_HUB: Readonly<Record<string, Known>> = { session: 'session', id: 'interaction', device: 'device' };
const WORDS: Readonly<Record<string, readonly string[]>> = {
  role: ['viewer', 'approver', 'operator', 'ingest'],
  driver: ['stream', 'tmux'],
  status: ['starting', 'working', 'waiting', 'idle', 'ended'],
  format: ['markdown', 'html', 'json'],
  when: ['queue', 'steer', 'now'],
  mode: PERMISSION_MODES,
  shell: ['bash', 'zsh', 'fish'],
  'search role': ['user', 'assistant', 'thinking', 'tool', 'summary', 'title'],
  relay: ['on', 'off'],
  'usage by': ['day', 'project', 'model', 'session', 'tool'],
};

/**
 * `words` are those after `reins`, the last one as far as it is typed. An empty result means that the shell may offer files.
 */
export async function completeWords(
  program: Command,
  words: readonly string[],
  fetchCompletions: FetchCompletions,
): Promise<readonly Completion[]> {
  const typed = words.at(-1) ?? '';
  const { command, positions, pending } = read(program, words.slice(0, -1));
  const all = await candidates(command, positions, pending, typed, fetchCompletions);
  // Text that cannot be on one line cannot be typed either.
  return all.filter(({ value }) => value.startsWith(typed) && cleanLine(value) === value);
}

/** The current command, the number of its arguments so far, and the option that expects a value. */
function read(program: Command, words: readonly string[]) {
  let command = program;
  let positions = 0;
  let pending: Option | undefined;
  for (const word of words) {
    if (pending) pending = undefined;
    else if (word.startsWith('-'))
      pending = command.options.find(
        (option) => (option.long === word || option.short === word) && takesValue(option),
      );
    else {
      const inner = positions === 0 ? command.commands.find((one) => one.name() === word) : undefined;
      if (inner) command = inner;
      else positions += 1;
    }
  }
  return { command, positions, pending };
}

async function candidates(
  command: Command,
  positions: number,
  pending: Option | undefined,
  typed: string,
  fetchCompletions: FetchCompletions,
): Promise<readonly Completion[]> {
  if (pending) return named(valueName(command, pending), fetchCompletions);
  if (typed.startsWith('-')) {
    return command
      .createHelp()
      .visibleOptions(command)
      .map(({ long, short, description }) => ({ value: long ?? short ?? '', about: description }));
  }
  if (positions === 0 && command.commands.length > 0) {
    const commands = command.createHelp().visibleCommands(command);
    return commands.map((one) => ({ value: one.name(), about: one.description() }));
  }
  const argument =
    command.registeredArguments[positions] ?? command.registeredArguments.findLast((one) => one.variadic);
  return argument ? named(argument.name(), fetchCompletions) : [];
}

async function named(name: string, fetchCompletions: FetchCompletions): Promise<readonly Completion[]> {
  const known = FROM_HUB[name];
  return known ? fetchCompletions(known) : (WORDS[name] ?? []).map((value) => ({ value, about: '' }));
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

/** `--driver <name>` is about drivers: the option's own name is more specific than that of its value. */
function valueName(command: Command, option: Option): string {
  const name = option.attributeName().replace('permissionMode', 'mode').replace('resume', 'session');
  if (`${command.name()} ${name}` in WORDS) return `${command.name()} ${name}`;
  return name in WORDS || name in FROM_HUB ? name : (/[<[]([\w-]+)/.exec(option.flags)?.[1] ?? name);
}
