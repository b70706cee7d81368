import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';
import { resultText } from './result-text.ts';
import { toolSummary } from './tool-summary.ts';

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
