/** Random command lines: sensible ones, sensible ones with a trick in them, and random sequences of symbols. */
import fc from 'fast-check';

/** Every word that could be a program: while lines run, all of these are stubs, and no other program can be found. */
export const PROGRAMS = [
  ...['git', 'ls', 'echo', 'cat', 'grep', 'npm', 'find', 'sort', 'tar', 'python3', 'node', 'make', 'go'],
  ...['rm', 'x', 'evil', 'sh', 'bash', 'env', 'xargs', 'sed', 'awk', 'a', 'b', 'status', 'log', 'test.sh'],
];
const ARGUMENTS = [
  ...[
    'a',
    'b',
    'status',
    'log',
    '-f',
    '-n1',
    '--x=y',
    '--stat',
    '-e',
    '-c',
    '--',
    '-',
    '1',
    '0',
    'HEAD^',
    'a.b',
  ],
  ...[
    '-exec',
    '-delete',
    '--output=a',
    '-o',
    '%d',
    '-eq',
    '-v',
    'A=1',
    './x',
    'a/b',
    '..',
    '.',
    '@{u}',
    'x:y',
  ],
];
/** Never `kill` and no path outside of the folder: an allowed line is really run. */
const SLY = [
  ...[
    '$(rm)',
    '`rm`',
    '"$(rm)"',
    "'$(rm)'",
    '"`rm`"',
    '$' + '{A:-$(rm)}',
    '$((a[$(rm)]))',
    "$'\\x72m'",
    '$"rm"',
    '$A',
  ],
  ...[
    '<(rm)',
    '>(rm)',
    '=(rm)',
    '=rm',
    '{rm,x}',
    '{a..b}',
    '{',
    '}',
    '(',
    ')',
    '((',
    '))',
    '[[',
    ']]',
    '!',
    '!!',
  ],
  ...[
    '*',
    '?',
    '[a]',
    '[!a]',
    '^a',
    'a^b',
    'a#',
    '#',
    '~',
    '~+',
    '~a',
    '**/x',
    '*(e:rm:)',
    '@(rm|x)',
    'a*(.)',
  ],
  ...[
    '>a',
    '>>a',
    '2>a',
    '<a',
    '<<a',
    '<<<a',
    '&>a',
    '>&a',
    '2>&1',
    '>/dev/null',
    '>|a',
    '<>a',
    '3>a',
    '{fd}>a',
  ],
  ...['A=rm', 'PATH=.', 'IFS=x', 'A+=x', 'A=(rm)', 'a[0]=x', 'BASH_ENV=x', '-A=1', 'A=$(rm)', "A='rm'"],
  ...[
    'if',
    'then',
    'fi',
    'do',
    'done',
    'for',
    'while',
    'case',
    'esac',
    'function',
    'select',
    'time',
    'coproc',
  ],
  ...[
    'repeat',
    'noglob',
    'nocorrect',
    'always',
    'foreach',
    'end',
    'in',
    'else',
    'elif',
    'until',
    '-',
    'builtin',
  ],
  ...[
    'eval',
    'exec',
    'command',
    'source',
    '.',
    'alias',
    'trap',
    'printf',
    'test',
    'cd',
    '[',
    ':',
    'true',
    'set',
  ],
  ...[
    'read',
    'let',
    'export',
    'typeset',
    'print',
    'type',
    'wait',
    'exit',
    'unset',
    'shift',
    'return',
    'hash',
  ],
  ...[
    "'a[$(rm)]'",
    '"a[\\$(rm)]"',
    'a[',
    ']',
    'ls()',
    'ls(){',
    '%1',
    '%rm',
    '\\rm',
    "r''m",
    'r""m',
    'r\\m',
    '-$(rm)',
  ],
  ...[
    '\r',
    '\u00a0',
    '\u2028',
    '\u200b',
    '\v',
    '\f',
    '\u0001',
    'é',
    '\\',
    '"',
    "'",
    '\\\n',
    '\\\r\n',
    '\t',
    '\n',
    '\ufeff',
  ],
];
const OPERATORS = [
  ' && ',
  ' || ',
  '; ',
  ' | ',
  ' & ',
  '\n',
  ';',
  '|',
  '&',
  '&&',
  ' |& ',
  ';;',
  ' ; ',
  '\n\n',
  ' &&\n',
  '|\n',
  '&\n',
];

const quoted = (word: fc.Arbitrary<string>) =>
  fc.tuple(word, fc.nat(9), fc.nat(8)).map(([text, how, at]) => {
    const [head, tail] = [text.slice(0, at), text.slice(at)];
    if (how === 0) return `'${text}'`;
    if (how === 1) return `"${text}"`;
    if (how === 2) return `${head}''${tail}`;
    if (how === 3) return `${head}\\${tail}`;
    if (how === 4) return `${head}"${tail}"`;
    if (how === 5) return `${head}\\\n${tail}`;
    return text;
  });
const program = quoted(fc.constantFrom(...PROGRAMS.slice(0, 13), ...PROGRAMS));
const argument = quoted(fc.constantFrom(...ARGUMENTS, ...PROGRAMS));
const sly = fc.constantFrom(...SLY);

const simple = (words: fc.Arbitrary<string>) =>
  fc.tuple(program, fc.array(words, { maxLength: 4 })).map(([first, rest]) => [first, ...rest].join(' '));
const joined = (command: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(command, fc.constantFrom(...OPERATORS)), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([one, sign], at) => (at < parts.length - 1 ? one + sign : one)).join(''));

const sensible = joined(simple(argument));
const slyWords = joined(simple(fc.oneof({ arbitrary: argument, weight: 3 }, { arbitrary: sly, weight: 1 })));
/** A trick anywhere, even in the middle of a word. */
const pierced = fc
  .tuple(sensible, sly, fc.nat(60))
  .map(([line, one, at]) => line.slice(0, at) + one + line.slice(at));
const soup = fc
  .array(fc.constantFrom(...SLY, ...PROGRAMS, ...ARGUMENTS, ...OPERATORS, ' ', ' ', ' ', ' ', ' '), {
    minLength: 1,
    maxLength: 12,
  })
  .map((pieces) => pieces.join(''));

export const commandLine = fc.oneof(sensible, slyWords, pierced, pierced, soup);

/** What a rule may allow: programs of all kinds, whole or with some words, and shell builtins. */
export const allowedCommands = fc.uniqueArray(
  fc.constantFrom(
    ...[
      'git *',
      'git log *',
      'git status',
      'ls *',
      'ls',
      'echo *',
      'cat a',
      'cat *',
      'grep *',
      'npm test',
      'npm *',
    ],
    ...[
      'find *',
      'sort *',
      'tar *',
      'python3 a *',
      'python3 *',
      'node *',
      'make *',
      'go *',
      'A=1 ls *',
      'x a',
    ],
    ...['printf *', 'test *', 'cd *', 'true *', 'type *', 'wait *', 'exit *', 'print *', 'pwd *'],
    ...['sh a *', 'bash *', 'env *', 'xargs *', 'sed *', 'awk *', './x *', 'a/b *', '*'],
  ),
  { minLength: 2, maxLength: 8 },
);
