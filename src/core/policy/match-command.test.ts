import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCommandPattern } from './command-pattern.ts';
import { refusesLine, whyNotCovered } from './match-command.ts';
import { linesOf } from './policy-fixture.ts';
import { Line } from './shell/line.ts';

function grants(patterns: readonly string[], line: string): boolean {
  return whyNotCovered(patterns.map(parseCommandPattern), new Line(line)) === undefined;
}

function refuses(patterns: readonly string[], line: string): boolean {
  return refusesLine(patterns.map(parseCommandPattern), new Line(line));
}

const ALLOWED = [
  'git status',
  'git log *',
  'ls *',
  'npm run test',
  'cat *',
  'echo *',
  'NODE_ENV=test npm test',
];

describe('granting', () => {
  test.each(
    linesOf(String.raw`
      git status
      git log
      git log --oneline -5
      ls
      ls -la 'src/*.ts'
      git log HEAD^ HEAD~2 HEAD~3..main main^{commit} v1.0^0:src/a.ts
      'git' "status"
      git status && ls -la
      git status; git log | cat
      git status 2>&1 | cat >/dev/null
      npm run test & ls
      NODE_ENV=test npm test
      git log --grep 'a && rm -rf /; $(id)'
      ls\ngit status\n
      ls "a b" 'c;d'
    `),
  )('%j is covered', (line) => {
    expect(grants(ALLOWED, line)).toBe(true);
  });

  test.each(
    linesOf(String.raw`
      git status && rm -rf /
      git status; rm -rf /
      git status | sh
      git status || rm -rf /
      git status & rm -rf /
      git status\nrm -rf /
      git status \n rm -rf /
      git status $(rm -rf /)
      git status <(rm -rf /)
      git status >out
      git status > /etc/passwd
      git log >> x
      cat < /etc/shadow
      git status -v
      git statusx
      git  'status '
      git "" status
      gitstatus
      git
      Git status
      /tmp/git status
      ./git status
      A=1 git status
      PATH=/tmp/evil git status
      GIT_PAGER='rm -rf /' git log
      PATH=/tmp/evil; git status
      NODE_ENV=test npm run test
      NODE_ENV=prod npm test
      npm run test:all
      npm run test -- --inspect
      git stat*
      git {status,x}
      git -c core.fsmonitor='rm -rf /' status
      git log --upload-pack=x
      ls; eval rm
      echo rm | xargs rm
      echo 'rm -rf /' | sh
      echo 'rm -rf /' | bash -s
      ls && { rm; }
      ls -la src/*.ts
      cat notes/*
      cat [a-z]
      cat ?
      cat ^a
      cat notes/^a
      cat .bashr^x
      cat .bashrc~x
      cat /srv/hub~x/token
      cat a^b
      cat a#
      git log .a^x
      git log a^b
      git log a~b
      ls && (rm)
      if ls; then rm; fi
      ls # x
      ls; alias ls=rm
      echo x | tee file
      ls;;rm
      ! git status
      time git status
      sudo git status
      env git status
      command git status
      \\rm x
      git status "
    `),
  )('%j is not covered', (line) => {
    expect(grants(ALLOWED, line)).toBe(false);
  });

  test.each(
    linesOf(`
      sudo ls
      /usr/bin/sudo ls
      genv ls
      env A=1 ls
      xargs rm
      eval ls
      exec ls
      bash -c ls
      bash
      bash -
      bash +x
      bash /dev/stdin
      sh --norc -c ls
      zsh -c ls
      busybox rm
      ssh host ls
      timeout 5 ls
      nohup ls
      tmux send-keys Enter
      claude -p x
      source x
      . x
      alias a=b
      export PATH=/x
      printf -v PATH /x
      printf '%d' 'a[$(id)]'
      test -v 'a[$(id)]'
      ls | python3
      ls | python3 -
      ls | python3 /dev/stdin
      ls | node -i
      ls | bash x.sh
      ls | sqlite3 a.db
      ls | ed
    `),
  )('%j is never covered by any pattern', (line) => {
    expect(grants(['*', 'ls *', 'ls', 'sh *', 'bash *', 'python3 *', 'node *'], line)).toBe(false);
  });

  test.each([
    ['python3 -c *', `python3 -c 'print(1)'`, false],
    [`python3 -c 'print(1)'`, `python3 -c 'print(1)'`, true],
    ['python3 *', `python3 -W ignore -c 'print(1)'`, false],
    ['python3 *', 'python3 script.py -c config', true],
    ['python3 -m pytest *', 'python3 -m pytest -c x.ini', true],
    ['python3 *', 'python3 -m pytest -c x.ini', false],
    ['*', 'python3 -m json.tool', false],
    ['python3 -m json.tool *', 'python3 -m json.tool x.json', true],
    [`ls '*'`, 'ls *', false],
    [`ls '*'`, `ls '*'`, true],
    ['git show HEAD~1', 'git show HEAD~1', true],
    ['python3.11 *', 'python3.11 -c 1', false],
    ['node *', `node -e '1'`, false],
    ['node *', `node --eval='1'`, false],
    ['node *', `node --import data:text/javascript,1 x.js`, false],
    ['node *', 'node build.js -e prod', true],
    ['perl *', `perl -ne 'print'`, false],
    ['awk *', `awk '{system("id")}'`, false],
    [`awk '{print $1}'`, `awk '{print $1}'`, true],
    ['sed *', `sed 's/a/b/e'`, false],
    ['find *', 'find . -name x -exec rm {} +', false],
    ['find *', 'find . -delete', false],
    ['find *', 'find . -name x', true],
    ['find . -delete', 'find . -delete', true],
    ['git *', `git -c alias.x='!id' x`, false],
    ['git -c *', `git -c alias.x='!id' x`, false],
    [`git -c alias.x='!id' x`, `git -c alias.x='!id' x`, true],
    ['git *', 'git fetch --upload-pack=id', false],
    ['git *', 'git grep -Oid x', false],
    ['git *', 'git submodule foreach id', false],
    ['git log *', 'git log --output=/etc/x', false],
    ['gtar *', 'gtar xf a.tar --to-command=id', false],
    ['tar *', 'tar xf a.tar --to-command=id', false],
    ['rg *', 'rg --pre id x', false],
    ['fd *', 'fd x -x rm', false],
    ['rsync *', `rsync -e 'sh -c id' a b`, false],
    ['fdfind *', 'fdfind x -x rm', false],
    ['fd *', 'fd -Htf x src', true],
    ['man *', 'man -P id ls', false],
    ['man *', 'man 5 crontab', true],
    ['scp *', 'scp -S id a host:b', false],
    ['scp *', 'scp -oProxyCommand=id a host:b', false],
    ['go test *', 'go test -exec id ./...', false],
    ['go *', 'go build -toolexec=id', false],
    ['go test *', 'go test -v -run TestA -count=1 ./...', true],
    ['git rebase --exec *', 'git rebase --exec id', false],
    ['find . -exec *', 'find . -exec id {} +', false],
    ['npx *', 'npx eslint .', false],
    ['npx eslint *', 'npx eslint . --fix', true],
    ['npx *', 'npx -c id', false],
    ['npx eslint *', 'npx eslint src', true],
    ['uv run *', 'uv run rm x', false],
    ['uv run pytest *', 'uv run pytest -q', true],
    ['conda run -n env *', 'conda run -n env rm x', false],
    ['npm run *', 'npm run test -- --watch', true],
    ['npm *', 'npm exec -c id', false],
    ['npm run *', 'npm run test --script-shell=x', false],
    ['gcc-12 *', 'gcc-12 -wrapper id x.c', false],
    ['perl *', 'perl -d:x a.pl', false],
    ['node *', 'node -r ./x build.js', false],
    ['ruby *', 'ruby -run -e 1', false],
    ['/lib64/ld-linux-x86-64.so.2 *', '/lib64/ld-linux-x86-64.so.2 /bin/rm', false],
    ['bash *', 'bash scripts/check.sh -c x', true],
    ['*', 'make test', true],
    ['*', 'A=1 make test', false],
  ])('%j covers %j: %j', (pattern, line, expected) => {
    expect(grants([pattern], line)).toBe(expected);
  });
});

const OPERATORS = [' && ', ' || ', '; ', ' | ', ' & ', '\n', '&&', ';', '|'];
const allowedCommand = fc.constantFrom(
  'git status',
  'git log -5',
  'ls -la',
  'npm run test',
  `echo 'a b'`,
  'cat x',
);
const word = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' });
const quoted = word.map((text) => `'${text.replaceAll("'", '')}'`);
/** Commands whose program is on no list, in any notation. */
const otherProgram = fc.oneof(
  fc.constantFrom(
    'rm',
    'curl',
    'git',
    'sh',
    'xargs',
    '/bin/ls',
    './ls',
    'eval',
    'sudo',
    '$X',
    '`id`',
    '(ls)',
  ),
  fc.constantFrom('"rm"', `r'm'`, 'r\\m', 'A=1 ls', '>x ls', '{ls,}', 'l*', '~/ls', '!', 'if'),
);
const otherCommand = fc
  .tuple(otherProgram, fc.array(fc.oneof(word, quoted), { maxLength: 3 }))
  .map(([program, words]) => [program, ...words].join(' '))
  .filter((command) => !/^git (?:status$|log(?: |$))/.test(command));

test('never grants a line with a command that is not allowed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(allowedCommand, fc.constantFrom(...OPERATORS)), { maxLength: 3 }),
      otherCommand,
      fc.array(fc.tuple(fc.constantFrom(...OPERATORS), allowedCommand), { maxLength: 3 }),
      (before, other, after) => {
        expect(grants(ALLOWED, before.flat().join('') + other + after.flat().join(''))).toBe(false);
      },
    ),
    { numRuns: 5000 },
  );
});

test('grants lines of allowed commands, however they are joined', () => {
  const joined = fc.array(fc.tuple(fc.constantFrom(...OPERATORS), allowedCommand), { maxLength: 5 });
  fc.assert(
    fc.property(allowedCommand, joined, (first, rest) => {
      expect(grants(ALLOWED, first + rest.flat().join(''))).toBe(true);
    }),
  );
});

/** Ways to hide a command that would still run. */
const hidden = fc.constantFrom<(command: string) => string>(
  (command) => `$(${command})`,
  (command) => `\`${command}\``,
  (command) => `(${command})`,
  (command) => `{ ${command}; }`,
  (command) => `if true; then ${command}; fi`,
  (command) => `! ${command}`,
  (command) => `sudo ${command}`,
  (command) => `sh -c '${command}'`,
  (command) => `eval "${command}"`,
  (command) => `x | xargs -n1 ${command}`,
  (command) => `cat <<E\n$(${command})\nE`,
  (command) => command,
);

test('finds a refused command anywhere', () => {
  fc.assert(
    fc.property(
      allowedCommand,
      hidden,
      fc.constantFrom(...OPERATORS),
      fc.string(),
      (first, hide, sign, rest) => {
        expect(refuses(['rm'], `${first}${sign}${hide('rm -rf x')}`)).toBe(true);
        expect(refuses(['rm'], `${hide('rm -rf x')}${sign}$(${rest.replace(/['"\\]/g, '')})`)).toBe(true);
      },
    ),
  );
});
