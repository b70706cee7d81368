/** Options that make real programs run a command: no rule for the program grants them. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Policy } from '../../src/protocol/policy.ts';
import { isLong } from '../repetitions.ts';
import { isGranted } from './is-granted.ts';

const policy: Policy = {
  rules: [
    {
      name: 'programs',
      match: {
        command: [
          'git *',
          'git grep *',
          'git rebase *',
          'git push *',
          'tar *',
          'sort *',
          'find *',
          'split *',
          'less *',
        ],
      },
      decide: 'allow',
    },
  ],
};

/** CMD represents a script that leaves a mark. */
const EXPLOITS = [
  'git grep --op=CMD one',
  'git grep --open-files-in-pager=CMD one',
  'git grep -OCMD one',
  'git grep -lOCMD one',
  'git rebase --exe CMD HEAD~1',
  'git rebase --exec=CMD HEAD~1',
  'git rebase -x CMD HEAD~1',
  'git rebase -qxCMD HEAD~1',
  'git ls-remote --up=CMD .',
  'git ls-remote --exec CMD .',
  'git push --e=CMD . HEAD:refs/heads/other',
  'git push --rece=CMD . HEAD:refs/heads/other',
  'git fetch --upl=CMD .',
  'git pull --upload-pac CMD .',
  'git clone -u CMD . copy',
  'git clone -quCMD . copy',
  'git -c core.fsmonitor=CMD status',
  'git --config-env=core.fsmonitor=MARKER status',
  'git difftool --extcmd=CMD -y HEAD~1',
  'git difftool -yxCMD HEAD~1',
  'git bisect run CMD',
  'git submodule foreach CMD',
  `git filter-branch -f --tree-filter CMD HEAD`,
  'tar cIf CMD a.tar one.txt',
  'tar -cICMD -fa.tar one.txt',
  'tar cf a.tar --use-com=CMD one.txt',
  'tar cf a.tar --checkpoint=1 --checkpoint-=exec=CMD one.txt',
  'tar xf good.tar --to-c=CMD',
  'sort -S32k --co=CMD big.txt',
  'sort -S32k --compress-program CMD big.txt',
  'split --filter=CMD one.txt',
  'split --fi CMD one.txt',
  `find . -maxdepth 0 -exec CMD ';'`,
  `find . -maxdepth 0 -execdir CMD ';'`,
];
/** Not run here: they need a terminal or a network, leave no mark, or depend on the version of the program. */
const REFUSED = [
  ...['git archive -o x HEAD', 'git archive --output=x HEAD', 'git clone -ccore.fsmonitor=CMD . copy'],
  ...['git clone --template=x . copy', 'git init --template=x', 'git log --output=x', 'git log --outp x'],
  ...[
    'git config core.pager CMD',
    'git commit -t x',
    'git -C x status',
    'git --git-dir=x status',
    'git nosuch',
  ],
  ...['sort -o x one.txt', 'sort -uox one.txt', 'sort --outp=x one.txt', 'sort --files0-from=x'],
  ...['tar cf host:a.tar one.txt', 'tar --rsh-command=CMD -cf host:a one.txt', 'tar -F CMD -cf a one.txt'],
  ...[
    "less '+!CMD' one.txt",
    'find . -delete',
    'find . -fprintf x y',
    'tar cPf a.tar one.txt',
    'tar cf a.tar -T options',
  ],
  ...['git -ccore.fsmonitor=CMD status', 'tar cMf a.tar -L1 --new-vol=CMD big.txt', 'tar cMf a -L1 -F CMD x'],
];
const GRANTED = [
  ...[
    'git status -sb',
    'git log --oneline -5',
    'git log --grep=one -n1',
    'git diff HEAD~1 --stat',
    'git grep -in one',
  ],
  ...[
    'git show HEAD --name-only',
    'git branch -a',
    'git ls-files -m',
    'git log -p -U1 -Sone --since=yesterday',
  ],
  ...[
    'tar tf good.tar',
    'tar -xzvf x.tgz -C out',
    'tar czf a.tgz one.txt',
    'sort -un -k2,2 one.txt',
    'sort -t, -k1',
  ],
  ...["find . -name '*.ts' -type f -mtime -7", 'find . -maxdepth 2 -size +10k', 'split -l 5 one.txt'],
];

let folder = '';
const shell = (line: string) => {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    MARKER: join(folder, 'cmd'),
  };
  const options = { cwd: join(folder, 'repo'), env, stdio: 'ignore' as const, timeout: 60_000 };
  try {
    execFileSync('/bin/sh', ['-c', line.replaceAll('CMD', env.MARKER)], options);
  } catch {
    // Most of these commands fail once the script has run.
  }
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-options-'));
  writeFileSync(join(folder, 'cmd'), `#!/bin/sh\n: >${JSON.stringify(join(folder, 'mark'))}\nexit 1\n`);
  chmodSync(join(folder, 'cmd'), 0o700);
  execFileSync('git', ['init', '-q', '-b', 'main', join(folder, 'repo')]);
  writeFileSync(join(folder, 'repo', 'big.txt'), 'a line of a long file\n'.repeat(30_000));
  shell(
    'git config user.email a@b.c; git config user.name A; git config --global protocol.file.allow always',
  );
  shell('echo one >one.txt; git add one.txt; git commit -qm one; git tag first');
  shell('git -c protocol.file.allow=always submodule add -q ./ sub');
  shell(
    'git commit -qm sub; tar cf good.tar one.txt; echo two >>one.txt; git commit -qam two; git bisect start HEAD first',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(EXPLOITS)('%s is not granted', (line) => {
  expect(isGranted(policy, line)).toBe(false);
});

test.runIf(isLong)('almost all of them really run the command, whichever versions are installed', () => {
  const mark = join(folder, 'mark');
  const running = EXPLOITS.filter((line) => {
    rmSync(mark, { force: true });
    shell(line);
    const isMarked = existsSync(mark);
    shell(
      'git rebase --abort; git checkout -q main; rm -rf copy; git bisect reset -q; git bisect start HEAD first',
    );
    return isMarked;
  });
  expect(running.length).toBeGreaterThan(0.8 * EXPLOITS.length);
});

test.each(REFUSED)('%s is not granted', (line) => {
  expect(isGranted(policy, line)).toBe(false);
});

test.each(GRANTED)('%s is granted', (line) => {
  expect(isGranted(policy, line)).toBe(true);
});
