/** Finds simple commands that would run more than their words show. */
import { HARMLESS_OPTIONS } from './harmless-options.ts';
import { DELEGATES, EVALUATING, FILTERS, INTERPRETERS, RUNNERS, SCRIPTED, SHELLS } from './known-programs.ts';
import type { SimpleCommand } from './parse-command-line.ts';
import { findUnknownOption } from './unknown-option.ts';

/** The name of a program's file, without folder and version: `/usr/bin/Python3.11` is `python`, `genv` is `env`. */
export function programName(program: string): string {
  const name = program.slice(program.lastIndexOf('/') + 1).toLowerCase();
  const unversioned = name.replace(/-?(?<![\d.])[\d.]+$/, '');
  if (INTERPRETERS.has(unversioned) || HARMLESS_OPTIONS.has(unversioned)) return unversioned;
  if (/^ld(?:-linux[\w.-]*)?\.so/.test(name)) return 'ld.so';
  const original = name.slice(1);
  const isGnu =
    name.startsWith('g') && [RUNNERS, SCRIPTED, HARMLESS_OPTIONS].some((known) => known.has(original));
  return isGnu ? original : name;
}

/** Undefined if the words show everything that runs; otherwise why no rule may grant the command. */
export function runsOthers({ words: [program, ...rest], isFed }: SimpleCommand): string | undefined {
  const name = programName(program.text);
  const texts = rest.map(({ text }) => text);
  if (RUNNERS.has(name)) return `"${name}" runs other commands`;
  if (SHELLS.has(name) && (isFed || !namesScript(texts[0])))
    return `"${name}" without a script runs commands`;
  if (INTERPRETERS.has(name) && isFed && readsProgram(texts)) return `"${name}" would run its input`;
  if (SCRIPTED.has(name) && isFed && !FILTERS.has(name)) return `"${name}" would run its input`;
  if (name === 'printf' && texts[0]?.startsWith('-v')) return '"printf -v" sets variables';
  if (EVALUATING.has(name) && texts.some((text) => /[$`]/.test(text)))
    return `"${name}" may run code in its arguments`;
  return undefined;
}

/** Undefined if arguments that no rule spells out are only data; otherwise why they must be spelled out. */
export function hidesCommands(
  { words: [program, ...rest] }: SimpleCommand,
  spelled: number,
): string | undefined {
  const name = programName(program.text);
  const texts = rest.map(({ text }) => text);
  const known = Math.max(0, spelled - 1);
  if (known >= texts.length) return undefined;
  if (SCRIPTED.has(name)) return `an argument of "${name}" is a program`;
  if (runsNamed(name, texts, known)) return `"${name}" runs the program that it is given`;
  const options = HARMLESS_OPTIONS.get(name);
  // The last spelled-out word may be an option whose value is not spelled out.
  const unknown = options && findUnknownOption(options, ownWords(name, texts), Math.max(0, known - 1));
  return unknown === undefined ? undefined : `${JSON.stringify(unknown)} may make "${name}" do more`;
}

/** Words after the script of an interpreter, or after the program that is run, are arguments for that. */
function ownWords(name: string, texts: readonly string[]): readonly string[] {
  const isGiven = INTERPRETERS.has(name) || DELEGATES.get(name)?.length === 0;
  const script = isGiven ? texts.findIndex((text) => !text.startsWith('-')) : -1;
  return script < 0 ? texts : texts.slice(0, script);
}

/**
 * Whether it runs a program that is not among the known words. After other options it is uncertain which word
 * that is.
 */
function runsNamed(name: string, texts: readonly string[], known: number): boolean {
  const subcommands = DELEGATES.get(name);
  if (!subcommands) return false;
  const words = texts.flatMap((text, at) => (text.startsWith('-') ? [] : [{ text, at }]));
  if (subcommands.length > 0 && !subcommands.includes(words[0]?.text ?? '')) return false;
  const program = words.find(({ text }) => !subcommands.includes(text))?.at ?? texts.length;
  const isCertain = texts
    .slice(0, program)
    .every((text) => !text.startsWith('-') || /^-(?:y|-yes|-)$/.test(text));
  return !isCertain || program >= known;
}

function namesScript(argument: string | undefined): boolean {
  return argument !== undefined && /^[^-+]/.test(argument) && !isDevice(argument);
}

/** Whether an interpreter with these arguments would read its program from a pipe. */
function readsProgram(texts: readonly string[]): boolean {
  if (texts[0] === '-m' && texts.length > 1) return false;
  return texts.every((text) => text.startsWith('-')) || texts.some((text) => text === '-' || isDevice(text));
}

function isDevice(path: string): boolean {
  return /^\/+(?:dev|proc)\//.test(path);
}
