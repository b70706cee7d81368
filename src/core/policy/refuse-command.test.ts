import { describe, expect, test } from 'vitest';
import { parseCommandPattern } from './command-pattern.ts';
import { refusesLine } from './match-command.ts';
import { Line } from './shell/line.ts';

function refuses(patterns: readonly string[], line: string): boolean {
  return refusesLine(patterns.map(parseCommandPattern), new Line(line));
}

describe('refusing', () => {
  test.each([
    ['rm *', 'rm x'],
    ['rm', 'rm -rf /'],
    ['rm -rf *', 'ls && rm -rf /'],
    ['rm -rf *', '/bin/rm -rf /'],
    ['rm *', 'A=1 rm x'],
    ['rm *', 'sudo rm x'],
    ['rm *', 'ls | xargs rm'],
    ['rm *', `bash -c 'rm -rf /'`],
    ['rm *', 'for f in *; do rm $f; done'],
    ['rm *', 'echo $(rm x)'],
    ['rm *', 'echo `rm x`'],
    ['rm *', `find . -exec rm {} ';'`],
    ['rm *', 'r""m $x'],
    ['rm *', 'r\\m $x'],
    ['rm *', '{rm,-rf,/}'],
    ['rm -rf *', 'rm$IFS-rf$IFS/'],
    ['rm *', '(rm x'],
    ['rm *', 'rm "x'],
    ['rm *', 'rm x > y'],
    ['git push *', 'git push'],
    ['git push', 'git push --force'],
    ['git push *', 'git -C /x push origin'],
    ['git push --force *', 'git push origin --force'.replace('origin ', '-v ')],
    ['python3 *', 'python3.11 x.py'],
    ['rm -rf *', 'rm -fr /'],
    ['rm -rf *', 'rm -r -f /'],
    ['rm -rf *', 'rm / -Rfv'],
    ['rm -rf *', 'rm -f x y -r'],
    ['rm -rf *', 'rm --recursive --force /'],
    ['rm -rf *', 'rm --rec -f /'],
    ['rm --recursive *', 'rm -r /'],
    ['rm -rf *', `rm ${'x '.repeat(2000)} -rf`],
    ['git push --force *', 'git push origin main --force'],
    ['git push --force *', 'git push -uf origin'],
    ['git push --force *', 'git push --forc'],
    ['git push --force *', 'git push --force=x'],
    ['find . -delete', 'find . -name x -delete'],
    ['rm *', '/usr/bin/time rm x'],
    ['rm *', '/usr/bin/time -f %e rm x'],
    ['rm *', 'prlimit --nofile=10 rm x'],
    ['rm *', 'choom -n 0 -- rm x'],
    ['rm *', 'numactl -N 0 rm x'],
    ['rm *', 'jobs -x rm x'],
    ['rm *', 'npx rm x'],
    ['rm *', 'uv run rm x'],
    ['rm *', '/lib64/ld-linux-x86-64.so.2 /bin/rm x'],
    ['*', 'anything'],
    ['*', '(anything)'],
  ])('%j matches %j', (pattern, line) => {
    expect(refuses([pattern], line)).toBe(true);
  });

  test.each([
    ['rm *', 'ls rm'],
    ['rm *', `echo 'rm -rf /'`],
    ['rm *', 'rmdir x'],
    ['rm -rf *', 'rm x'],
    ['rm -rf *', 'rm -r x'],
    ['rm -rf *', 'rm -v fr'],
    ['git push --force *', 'git push --follow-tags'],
    ['git commit --amend', 'git commit -am x'],
    ['git branch -D *', 'git branch -d x'],
    ['find . -exec', 'find . -executable'],
    ['git push *', 'git commit -m push'],
    ['git push *', 'git log; npm push'],
    ['rm *', 'echo $HOME'],
  ])('%j does not match %j', (pattern, line) => {
    expect(refuses([pattern], line)).toBe(false);
  });
});
