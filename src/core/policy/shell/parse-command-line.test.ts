import { expect, test } from 'vitest';
import { linesOf } from '../policy-fixture.ts';
import { parseCommandLine } from './parse-command-line.ts';

/** Every command as its words, in one list per command. */
function wordsIn(line: string): string[][] | string {
  const parsed = parseCommandLine(line);
  return parsed.understood ? parsed.commands.map(({ words }) => words.map(({ text }) => text)) : parsed.why;
}

test.each<[string, string[][]]>([
  ['git status', [['git', 'status']]],
  ['  git \t status  ', [['git', 'status']]],
  ['a && b || c ; d | e & f', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
  ['a&&b||c;d|e&f', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
  ['a;', [['a']]],
  ['a &', [['a']]],
  ['a\nb\n\n\nc\n', [['a'], ['b'], ['c']]],
  ['a &&\n\n b |\n c', [['a'], ['b'], ['c']]],
  ['a ;\n b &\n c', [['a'], ['b'], ['c']]],
  [`echo 'a b' "c d" e\\ f`, [['echo', 'a b', 'c d', 'e f']]],
  [`echo 'a && b; $(c) \`d\` "e" \\'`, [['echo', 'a && b; $(c) `d` "e" \\']]],
  [`echo "a && b; 'c' \\$d \\\`e\\\` \\"f\\" \\\\ \\n"`, [['echo', 'a && b; \'c\' $d `e` "f" \\ \\n']]],
  [`e"ch"o a'b'"c"d`, [['echo', 'abcd']]],
  [`echo '' ""`, [['echo', '', '']]],
  ['echo a\\\nb \\\n c', [['echo', 'ab', 'c']]],
  ['echo "a\\\nb"', [['echo', 'ab']]],
  [`echo 'a\nb'`, [['echo', 'a\nb']]],
  ['echo \\$HOME \\~ \\* \\; \\|', [['echo', '$HOME', '~', '*', ';', '|']]],
  ['ls *.ts src/[ab]?.js', [['ls', '*.ts', 'src/[ab]?.js']]],
  ['git show HEAD~1 HEAD^ stash@{0} a#b', [['git', 'show', 'HEAD~1', 'HEAD^', 'stash@{0}', 'a#b']]],
  ['cat ~/notes ~', [['cat', '~/notes', '~']]],
  ['npm test 2>&1', [['npm', 'test']]],
  ['npm test >/dev/null 2> /dev/null </dev/null', [['npm', 'test']]],
  ['2>&1 npm >&2 test 2>&-', [['npm', 'test']]],
  ['./run.sh --a=b,c:d%e@f+g', [['./run.sh', '--a=b,c:d%e@f+g']]],
  [`git commit -m 'Zürich 漢字 ✓'`, [['git', 'commit', '-m', 'Zürich 漢字 ✓']]],
  ['echo a!b "c!"', [['echo', 'a!b', 'c!']]],
])('%j is understood', (line, expected) => {
  expect(wordsIn(line)).toEqual(expected);
});

/** Every line is one command line; `\n` stands for a line break. */
const NOT_UNDERSTOOD = String.raw`
  ;
  &
  && a
  a &&
  a ||
  a |
  a ; ; b
  a & & b
  a ;; b
  a |& b
  | a
  a && && b
  a & ; b
  a\n&& b
  a &| b
  a &! b
  ; a
  a || | b
  a |\n
  a &&\n\n
  echo $(id)
  echo "$(id)"
  echo $HOME
  echo "$HOME"
  $X
  echo $((1+1))
  echo $'a'
  echo $"a"
  echo a$
  echo "a$"
  echo $?
  (id)
  ( id )
  { id; }
  a() { id; }
  a () { id; }
  function a { id; }
  a=(b c)
  ls !(x)
  if a; then b; fi
  for a in b; do c; done
  while a; do b; done
  case a in b) c;; esac
  ! id
  [[ a ]]
  [ a ]
  time ls
  coproc ls
  select a in b; do c; done
  until a; do b; done
  repeat 3 ls
  noglob ls
  cat <<EOF\na\nEOF
  cat <<-EOF\na\nEOF
  cat <<<a
  cat <(id)
  tee >(id)
  cat <>a
  ls &>a
  ls >&a
  ls &>/dev/null
  ls >& /dev/null
  ls 2>&1a
  ls 22>&1
  ls '2'>&1
  ls {a}>/dev/null
  ls >
  ls > | cat
  ls >*.txt
  ls >&
  echo 'a
  echo "a
  echo 'a'b'
  {a,b} c
  echo {a,b}
  echo {1..3}
  echo a{b,c}d
  echo {'a',b}
  echo {a,{b,c}}
  echo }
  rm a}
  rm a} b
  rm {a}}
  echo {
  l* a
  *
  /bin/l? a
  ~/x
  [a]
  %1
  - ls
  =ls
  ls =git
  echo ~root
  echo ~+
  "a b"
  ''
  # a
  ls # rm
  ls #
  ls\n# a
  A=1
  A=1; ls
  >/dev/null
  A[0]=1 ls
  A+=1 ls
  'A=1' ls
  ls ä
  lѕ
  ls “a”
`;

test.each([
  ...linesOf(NOT_UNDERSTOOD),
  ...['', ' ', '\n', 'echo `id`', 'echo "`id`"', `echo $${'{HOME}'}`, `echo "$${'{x:-$(id)}'}"`],
  ...[
    'echo a\\',
    'echo "a\\',
    'l\\ä',
    'ls \\ä',
    'ls \u0000',
    'ls \r',
    'ls\r\nid',
    'ls \u001b[1m',
    'ls \u00a0a',
  ],
  ...['ls \u2028 id', `ls '\u202e'`, `ls 'a\u200bb'`, `ls '\ufeff'`, `ls '\ud800'`, 'ls \u3000a'],
  ...['ls \u0085id', 'git\u00adstatus', 'a &\\\n& b', 'a >\\\n> b', 'a &\\\n> /dev/null b', 'a 2\\\n>&1'],
  ...['a |\\\n| b', 'ls <\\\n<a', 'ls 2\\\n2>&1', `echo ${'a'.repeat(10_000)}`],
])('%j is not understood', (line) => {
  expect(typeof wordsIn(line)).toBe('string');
});

test('separates assignments before the program and redirections', () => {
  expect(parseCommandLine(`A=1 B='x y' make >out.txt 2>>log <in | tee 'A=2'`)).toEqual({
    understood: true,
    commands: [
      {
        assignments: ['A=1', 'B=x y'],
        words: [{ text: 'make', expands: false, isPattern: false, isPatternToSome: false, unquoted: 4 }],
        files: ['out.txt', 'log', 'in'],
        isFed: false,
      },
      {
        assignments: [],
        words: [
          { text: 'tee', expands: false, isPattern: false, isPatternToSome: false, unquoted: 3 },
          { text: 'A=2', expands: false, isPattern: false, isPatternToSome: false, unquoted: 0 },
        ],
        files: [],
        isFed: true,
      },
    ],
  });
});

test('only a command after a pipe is fed', () => {
  const parsed = parseCommandLine('a | b && c |\n d; e');
  expect(parsed.understood && parsed.commands.map(({ isFed }) => isFed)).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
});
