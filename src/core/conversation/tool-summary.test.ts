import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';
import { resultText } from './result-text.ts';
import { toolBadges, toolSummary } from './tool-summary.ts';

const item = (rest: object) => ({ name: 'Edit', input: {}, ...rest });

test('an outcome in few words', () => {
  const structuredPatch = [{ lines: [' a', '-b', '+c', '+d'] }];
  expect(toolSummary(item({ details: { structuredPatch } }))).toBe('+2 −1');
  expect(toolSummary(item({ details: { type: 'create', content: 'a\nb\n', structuredPatch: [] } }))).toBe(
    '+2',
  );
  const cell = { notebook_path: '/n.ipynb', edit_mode: 'replace', old_source: 'a', new_source: 'b\nc' };
  expect(toolSummary(item({ name: 'NotebookEdit', details: cell }))).toBe('+2 −1');
  expect(toolSummary(item({ details: { numFiles: 1 } }))).toBe('1 file');
  expect(toolSummary(item({ is_error: true }))).toBe('failed');
  expect(toolSummary(item({ decision: 'reject', is_error: true }))).toBe('denied');
  expect(toolSummary(item({}))).toBe('');
});

test('a command: its exit code, tests, or the number of lines', () => {
  const ran = (result: string, rest: object = {}) =>
    toolSummary({ name: 'Bash', input: {}, result, ...rest });
  expect(ran('Exit code 3\nno such file', { is_error: true })).toBe('exit 3');
  expect(ran('killed', { is_error: true })).toBe('failed');
  expect(ran('a\nb\nc')).toBe('3 lines');
  expect(ran('a')).toBe('');
  expect(ran(' Test Files  2 passed (2)\n      Tests  1 failed | 12 passed (13)\n   Duration  2 s')).toBe(
    '1 failed, 12 passed',
  );
  expect(ran('\u001b[32m==== 7 passed in 0.12s ====\u001b[0m')).toBe('7 passed');
  expect(ran('test result: ok. 5 passed; 0 failed; 0 ignored')).toBe('5 passed');
  expect(ran('  12 passing (8ms)\n  2 failing')).toBe('2 failed, 12 passed');
  expect(ran('# tests 4\n# pass 3\n# fail 1')).toBe('1 failed, 3 passed');
  expect(toolBadges({ name: 'Bash', input: {}, result: '7 passed' })).toEqual([
    { words: '7 passed', tone: 'good' },
  ]);
});

test('results as text', () => {
  expect(resultText({ result: 'plain' })).toBe('plain');
  expect(resultText({ result: [{ type: 'text', text: 'a' }, { type: 'image' }] })).toBe('a\n[a picture]');
  expect(resultText({ result: 'x', details: { stdout: 'out', stderr: 'err' } })).toBe('out\nerr');
  expect(resultText({ result: { odd: 1 } })).toContain('"odd": 1');
});

test('escape sequences in terminal output have no effect', () => {
  expect(plainText('\u001b[31mred\u001b[0m\r\n\u001b]8;;http://x\u0007link\u001b]8;;\u0007\u0008')).toBe(
    'red\nlink',
  );
});
