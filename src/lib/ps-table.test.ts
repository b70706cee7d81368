/** The recordings follow the format documented in ps(1) of macOS; they were not made on a Mac. */
import { expect, test } from 'vitest';
import { PsTable, parseFields, parseRows } from './ps-table.ts';

const STAGE = '/private/var/folders/zz/abc/T/reins-stage-Xy12Ab';
const BARE = `
    1     0 Ss   /sbin/launchd
  401     1 S    /opt/homebrew/bin/tmux -S ${STAGE}/tmux.sock new-session
  402   401 Ss+  /repo/node_modules/claude --model opus
  403   402 S    /bin/bash -c sleep 600
  404   403 S    sleep 600
  405   402 Z    (node)
  500     1 S    grep STAGE_FOLDER=${STAGE} notes.txt
  501     1 S    node other.js
`;
const WITH_ENVIRONMENT = `
    1     0 Ss   /sbin/launchd
  401     1 S    /opt/homebrew/bin/tmux -S ${STAGE}/tmux.sock new-session STAGE_FOLDER=${STAGE} PATH=/usr/bin:/bin
  402   401 Ss+  /repo/node_modules/claude --model opus NOTE=two words
and a second line TMUX=${STAGE}/tmux.sock,401,0 STAGE_FOLDER=${STAGE}/inner CLAUDE_PID=402
  403   402 S    /bin/bash -c sleep 600
  404   403 S    sleep 600
  405   402 Z    (node)
  500     1 S    grep STAGE_FOLDER=${STAGE} notes.txt PATH=/usr/bin
  501     1 S    node other.js STAGE_FOLDER=${STAGE}-2
`;

function recorded(): PsTable {
  return new PsTable((args) => {
    const output = args.includes('-E') ? WITH_ENVIRONMENT : BARE;
    const which = args[args.indexOf('-p') + 1];
    return args.includes('-A') ? output : linesOf(output, which ?? '');
  });
}

/** A process and, with its environment, the lines up to the next one. */
function linesOf(output: string, pid: string): string {
  const [, found = ''] = new RegExp(`^( +${pid} [^]*?)(?=^ +\\d+ )`, 'm').exec(output) ?? [];
  return found;
}

test('reads start, parent, group and terminal', () => {
  expect(parseFields('Mon Nov 16 19:51:18 2026     Ss+    1   501 ttys003  \n')).toEqual({
    startMark: '1794858678',
    hasEnded: false,
    parent: 1,
    group: 501,
    terminal: 'ttys003',
    isInForeground: true,
  });
});

test('reads a single-digit day, a process without a terminal, and a zombie', () => {
  const fields = parseFields('Fri Nov  6 09:01:08 2026     Z     17   501 ??\n');
  expect(fields).toMatchObject({ hasEnded: true, terminal: undefined, isInForeground: false });
  expect(Number(fields?.startMark)).toBeLessThan(1794858678);
});

test('empty output yields no process', () => {
  expect(parseFields('')).toBeUndefined();
  expect(parseRows('')).toEqual(new Map());
});

test('reads a variable after the arguments', () => {
  expect(recorded().variable(402, 'TMUX')).toBe(`${STAGE}/tmux.sock,401,0`);
  expect(recorded().variable(500, 'STAGE_FOLDER')).toBeUndefined();
  expect(recorded().variable(403, 'STAGE_FOLDER')).toBeUndefined();
  expect(recorded().variable(999, 'PATH')).toBeUndefined();
});

test('splits a command line at spaces', () => {
  expect(recorded().commandLine(402)).toEqual(['/repo/node_modules/claude', '--model', 'opus']);
  expect(recorded().commandLine(999)).toEqual([]);
});

test('finds processes by a variable, including children whose environment is hidden', () => {
  const isInStage = (value: string) => value === STAGE || value.startsWith(`${STAGE}/`);
  expect(recorded().findByVariable('STAGE_FOLDER', isInStage)).toEqual([401, 402, 403, 404]);
  expect(recorded().findByVariable('CLAUDE_PID', (value) => value === '402')).toEqual([402, 403, 404]);
});

test('passes one option per column, since some systems read the rest as a heading', () => {
  const calls: string[][] = [];
  new PsTable((args) => {
    calls.push([...args]);
    return '';
  }).findByVariable('X', () => true);
  const headings = calls.flat().filter((arg) => arg.includes('='));
  expect(headings).toEqual(headings.filter((arg) => /^\w+=$/.test(arg)));
});

test('a stopped process does not receive typed keys', () => {
  expect(parseFields('Mon Nov 16 19:51:18 2026     Z+     1   501 ttys003\n')?.isInForeground).toBe(false);
  expect(parseFields('Mon Nov 16 19:51:18 2026     T+     1   501 ttys003\n')?.isInForeground).toBe(false);
});
