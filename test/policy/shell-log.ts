/** Runs command lines in a real shell that has no programs, only functions that record how they were called. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quoteForShell } from '../../src/lib/quote-for-shell.ts';

export const HOME = '/home/someone';
/** Marks in the log, of characters that no line under test contains. */
const END_OF_CALL = '\u0001';
const END_OF_LINE = '\u0002';

/** The calls of each line, in the order in which they were recorded. */
export function callsIn(shell: string, programs: readonly string[], lines: readonly string[]): string[][][] {
  const folder = mkdtempSync(join(tmpdir(), 'reins-shell-'));
  try {
    const log = join(folder, 'log');
    const script = join(folder, 'script');
    writeFileSync(log, '');
    writeFileSync(
      script,
      [
        `exec 9>>${quoteForShell(log)}`,
        // File name patterns stay unexpanded: their matches are irrelevant here.
        'set -o noglob',
        ...programs.map((name) => `${name}() { printf '%s\\0' ${name} "$@" '${END_OF_CALL}' >&9; }`),
        ...lines.map(
          (line) => `( eval ${quoteForShell(line)}; wait ) 2>/dev/null; printf '${END_OF_LINE}\\0' >&9`,
        ),
        '',
      ].join('\n'),
    );
    execFileSync(shell, [script], { cwd: folder, env: { PATH: '/nowhere', HOME }, stdio: 'ignore' });
    return split(readFileSync(log, 'utf8').split('\0').slice(0, -1), END_OF_LINE).map((calls) =>
      split(calls, END_OF_CALL),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every list ends with the mark. */
function split(items: readonly string[], mark: string): string[][] {
  const lists: string[][] = [[]];
  for (const item of items) {
    if (item === mark) lists.push([]);
    else lists.at(-1)?.push(item);
  }
  return lists.slice(0, -1);
}
