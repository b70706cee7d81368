/** The parser agrees with real shells: the same commands with the same words. */
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCommandLine } from '../../src/core/policy/shell/parse-command-line.ts';
import { isLong, repetitions } from '../repetitions.ts';
import { seed } from '../seed.ts';
import { callsIn, HOME } from './shell-log.ts';

const PROGRAMS = ['git', 'ls', 'echo', 'rm', 'x'];
const PIECES = [
  ...['git', 'ls', 'echo', 'rm', 'x', 'x', '1', '2', 'a', 'b.c', '-f', '--x=y', 'A=1', 'é'],
  ...[' ', ' ', ' ', ' ', ' ', '\t', '\n', '\\\n', '&&', '||', ';', '|', '&', '&&', ';', '\n'],
  ...['"', '"', "'", "'", '\\', "'a b'", '"a b"', '"a\\"b"', "''"],
  ...['>', '<', '>>', '2>&1', '>/dev/null', '2>/dev/null', '<<', '&>', '>&', '<&', '-'],
  ...[
    '$',
    '`',
    '(',
    ')',
    '{',
    '}',
    ',',
    '..',
    '*',
    '?',
    '[',
    ']',
    '~',
    '~/',
    '=',
    '#',
    '!',
    '^',
    '%',
    '@',
    ':',
    '/',
  ],
  ...[
    '$(',
    '${',
    '$((',
    '))',
    'if',
    'then',
    'fi',
    'do',
    'done',
    'for',
    'in',
    'case',
    'esac',
    '[[',
    ']]',
    'time',
  ],
];

const soup = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 14 })
  .map((pieces) => pieces.join(''));
const word = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 })
  .map((pieces) => pieces.join(''));
const simple = fc
  .tuple(fc.constantFrom('git', 'ls', 'echo', 'rm'), fc.array(word, { maxLength: 3 }))
  .map(([program, words]) => [program, ...words].join(' '));
const sensible = fc
  .array(fc.tuple(simple, fc.constantFrom('&&', '||', ';', '|', '&', '\n', ' && \n ', '2>&1;')), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) =>
    parts
      .map(([command, sign]) => command + sign)
      .join('')
      .slice(0, -1),
  );

interface Understood {
  readonly line: string;
  readonly commands: string[][];
  /** Not all of it runs. */
  readonly isConditional: boolean;
  /** The shell expands no word to anything else. */
  readonly isLiteral: boolean;
}

/** Undefined if it is not understood, or calls something that the test's shell does not have. */
function understand(line: string): Understood | undefined {
  const parsed = parseCommandLine(line);
  if (!parsed.understood) return undefined;
  const isKnown = parsed.commands.every(
    ({ words: [program], assignments, files }) =>
      PROGRAMS.includes(program.text) && assignments.length === 0 && files.length === 0,
  );
  if (!isKnown) return undefined;
  return {
    line,
    commands: parsed.commands.map(({ words }) => words.map(({ text }) => text)),
    isConditional: line.includes('||'),
    isLiteral: parsed.commands.every(({ words }) => words.every(({ expands }) => !expands)),
  };
}

const SHELLS = ['/bin/bash', '/bin/dash', '/bin/zsh'];
const TIMES = repetitions({ short: 1, long: 20 });

test.for(SHELLS.flatMap((shell) => TIMES.map((time) => [shell, time] as const)))(
  '%s runs what the parser predicts, %i',
  ([shell, time], { skip }) => {
    if (!existsSync(shell)) skip('it is not installed');
    // Only the long run uses new lines each time: a rare failure must not block an unrelated change.
    const lineSeed = isLong ? seed() + time : 1;
    const lines = fc.sample(fc.oneof(soup, sensible, sensible), { seed: lineSeed, numRuns: 8000 });
    const understood = lines.map(understand).filter((one) => one !== undefined);
    const calls = callsIn(
      shell,
      PROGRAMS,
      understood.map(({ line }) => line),
    );
    expect(understood.length).toBeGreaterThan(500);
    expect(calls).toHaveLength(understood.length);
    for (const [at, { line, commands, isConditional, isLiteral }] of understood.entries()) {
      const where = `${JSON.stringify(line)}, seed ${lineSeed}`;
      const expected = commands.map((words) => words.join('\0')).sort();
      const raw = (calls[at] ?? []).map((words) => words.join('\0'));
      if (isLiteral) expect(raw.join(), where).not.toContain(HOME);
      const called = raw.map((words) => words.replaceAll(HOME, '~')).sort();
      // Some lines that other shells run, such as `ls }`, are syntax errors in zsh: it runs nothing of them, and never more.
      // An invalid file descriptor, such as in `>&''-`, stops the command as well.
      const mayStop = isConditional || shell === '/bin/zsh' || /[<>]&/.test(line);
      if (mayStop) expect(expected, where).toEqual(expect.arrayContaining(called));
      else expect(called, where).toEqual(expected);
    }
  },
);
