/** Lines that a rule grants, run by real shells: only what the rule allows runs. */
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Policy } from '../../src/protocol/policy.ts';
import { repetitions } from '../repetitions.ts';
import { seed } from '../seed.ts';
import { isGranted } from './is-granted.ts';
import { callsIn } from './shell-log.ts';

const FORBIDDEN = ['rm', 'x'];
const ALLOWED = ['git', 'ls', 'echo'];
/** `printf` and `test` are shell builtins, which evaluate their arguments. */
const policy: Policy = {
  rules: [
    {
      name: 'some',
      match: { command: [...ALLOWED, 'printf', 'test', 'cd'].map((name) => `${name} *`) },
      decide: 'allow',
    },
  ],
};

const PIECES = [
  ...['git', 'ls', 'echo', 'printf', 'test', 'cd', 'rm', 'rm', 'x', '-v', '%d', '-eq', '0', 'A', 'PATH'],
  ...[' ', ' ', ' ', ' ', ' ', '\t', '\n', '\\\n', '&&', '||', ';', '|', '&', '2>&1', '>/dev/null'],
  ...[
    '"',
    "'",
    '\\',
    "'rm'",
    '"rm"',
    '$(rm)',
    '`rm`',
    "'$(rm)'",
    "'`rm`'",
    '"\\$(rm)"',
    "'a[$(rm)]'",
    'a[',
    ']',
  ],
  ...['eval', 'eval rm', 'exec rm', 'command rm', 'builtin', 'alias ls=rm', 'source', '. ', 'trap rm EXIT'],
  ...[
    '(',
    ')',
    '{',
    '}',
    '{rm,}',
    '!',
    'if',
    'then',
    'fi',
    'function',
    'ls()',
    'A=rm',
    '$A',
    '=',
    '#',
    '*',
    '?',
    '~',
  ],
];
const soup = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join(''));
const spaced = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join(' '));
const led = fc
  .tuple(fc.constantFrom('echo ', 'printf ', 'test ', 'git '), fc.oneof(soup, spaced))
  .map((parts) => parts.join(''));

/** Commands that look like data and run, in one shell or another. */
const SLY = [
  ...[
    "test -v 'a[$(rm)]'",
    "test 'a[$(rm)]' -eq 0",
    "printf -v 'a[$(rm)]' x",
    "printf %d 'a[$(rm)]'",
    'printf -v A rm',
  ],
  ...[
    'echo rm | eval',
    "echo 'rm' | . /dev/stdin",
    "cd -P 'a[$(rm)]'",
    'alias ls=rm\nls',
    'trap rm EXIT',
    'ls=rm\n$ls',
  ],
];
const sly = fc
  .tuple(
    fc.constantFrom(...SLY),
    fc.oneof(
      fc.constant(''),
      soup.map((line) => `; ${line}`),
    ),
  )
  .map((parts) => parts.join(''));

const SHELLS = ['/bin/bash', '/bin/dash', '/bin/zsh'];
const TIMES = repetitions({ short: 1, long: 60 });

test.for(SHELLS.flatMap((shell) => TIMES.map((time) => [shell, time] as const)))(
  '%s runs only what is allowed, %i',
  ([shell, time], { skip }) => {
    if (!existsSync(shell)) skip('it is not installed');
    const drawn = { seed: seed() + time, numRuns: 7000 };
    const lines = fc.sample(fc.oneof(led, led, soup, sly), drawn).filter((line) => isGranted(policy, line));
    expect(lines.length).toBeGreaterThan(100);
    const calls = callsIn(shell, [...ALLOWED, ...FORBIDDEN], lines);
    for (const [at, line] of lines.entries())
      for (const [program = ''] of calls[at] ?? [])
        expect(ALLOWED, `${JSON.stringify(line)}, REINS_SEED=${seed()}`).toContain(program);
  },
);
