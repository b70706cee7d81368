/** Finds simple commands that would run more than their words show. */
import {
  EVALUATING,
  FILTERS,
  INTERPRETERS,
  RUNNERS,
  SCRIPTED,
  SHELLS,
  TELLING_ARGUMENTS,
} from './known-programs.ts';
import type { SimpleCommand } from './parse-command-line.ts';

/** The name of a program's file, without folder and version: `/usr/bin/Python3.11` is `python`, `genv` is `env`. */
export function programName(program: string): string {
  const name = program.slice(program.lastIndexOf('/') + 1).toLowerCase();
  const unversioned = name.replace(/(?<![\d.])[\d.]+$/, '');
  if (INTERPRETERS.has(unversioned)) return unversioned;
  const original = name.slice(1);
  const isGnu =
    name.startsWith('g') && [RUNNERS, SCRIPTED, TELLING_ARGUMENTS].some((known) => known.has(original));
  return isGnu ? original : name;
}

/** Undefined when the words show all that runs; otherwise why no rule may grant the command, whatever it says. */
export function runsOthers({ words: [program, ...rest], isFed }: SimpleCommand): string | undefined {
  const name = programName(program.text);
  const texts = rest.map(({ text }) => text);
  if (RUNNERS.has(name)) return `"${name}" runs other commands`;
  if (SHELLS.has(name) && (isFed || !namesScript(texts[0])))
    return `"${name}" without a script runs commands`;
  if (INTERPRETERS.has(name) && isFed && readsProgram(texts)) return `"${name}" would run what it is fed`;
  if (SCRIPTED.has(name) && isFed && !FILTERS.has(name)) return `"${name}" would run what it is fed`;
  if (name === 'printf' && texts[0]?.startsWith('-v')) return '"printf -v" sets variables';
  if (EVALUATING.has(name) && texts.some((text) => /[$`]/.test(text)))
    return `"${name}" may run what stands in its arguments`;
  return undefined;
}

/** Undefined when arguments that no rule spells out are only data; otherwise why they must be spelled out. */
export function hidesCommands(
  { words: [program, ...rest] }: SimpleCommand,
  spelled: number,
): string | undefined {
  const name = programName(program.text);
  const texts = rest.map(({ text }) => text);
  const open = texts.slice(Math.max(0, spelled - 1));
  if (open.length === 0) return undefined;
  if (SCRIPTED.has(name)) return `an argument of "${name}" is a program`;
  const code = INTERPRETERS.get(name);
  const isModule = texts[0] === '-m' && spelled > 2;
  if (code && texts[0]?.startsWith('-') && !isModule && texts.some((text) => code.test(text)))
    return `"${name}" is given code`;
  const telling = TELLING_ARGUMENTS.get(name);
  const told = telling && open.find((text) => telling.test(text));
  return told === undefined ? undefined : `"${told}" makes "${name}" do more`;
}

function namesScript(argument: string | undefined): boolean {
  return argument !== undefined && /^[^-+]/.test(argument) && !isDevice(argument);
}

/** Whether an interpreter with these arguments would take its program from a pipe. */
function readsProgram(texts: readonly string[]): boolean {
  if (texts[0] === '-m' && texts.length > 1) return false;
  return texts.every((text) => text.startsWith('-')) || texts.some((text) => text === '-' || isDevice(text));
}

function isDevice(path: string): boolean {
  return /^\/+(?:dev|proc)\//.test(path);
}
