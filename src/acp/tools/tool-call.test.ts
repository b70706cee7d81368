import { expect, test } from 'vitest';
import { type ToolItem, toolCallOf } from './tool-call.ts';

const CWD = '/work/api';
const tool = (name: string, input: object, rest: Partial<ToolItem> = {}) =>
  toolCallOf({ tool_use_id: 't1', name, input: input as ToolItem['input'], ...rest }, CWD);
const done = (result: unknown, rest: Partial<ToolItem> = {}) => ({
  ...{ finished_at: '2026-01-01T00:00:00.000Z', result, is_error: false },
  ...rest,
});
const text = (value: string) => ({ type: 'content', content: { type: 'text', text: value } });

test.each([
  ['Read', { file_path: '/work/api/src/a.ts', offset: 7 }, 'Read src/a.ts', 'read'],
  ['Bash', { command: 'npm test' }, 'Run npm test', 'execute'],
  ['Bash', { command: 'cd x\nnpm test' }, 'Run cd x …', 'execute'],
  ['Grep', { pattern: 'TODO' }, 'Search TODO', 'search'],
  ['WebFetch', { url: 'https://example.org' }, 'Fetch https://example.org', 'fetch'],
  ['Agent', { description: 'look around' }, 'Agent look around', 'think'],
  ['ExitPlanMode', { plan: '# Plan' }, 'Plan', 'switch_mode'],
  ['mcp__github__create_issue', { title: 'Fix it' }, 'create_issue from github: Fix it', 'other'],
  ['mcp__github__list', {}, 'list from github', 'other'],
])('%s %j is called %s', (name, input, title, kind) => {
  expect(tool(name, input)).toMatchObject({ title, kind, status: 'in_progress', rawInput: input });
});

test('locations: absolute paths, and the line that is read or changed', () => {
  expect(tool('Read', { file_path: '/work/api/a.ts', offset: 7 }).locations).toEqual([
    { path: '/work/api/a.ts', line: 7 },
  ]);
  expect(tool('Grep', { pattern: 'x', path: 'src' }).locations).toEqual([{ path: '/work/api/src' }]);
  const details = { structuredPatch: [{ newStart: 12, lines: ['-a', '+b'] }] };
  const edit = { file_path: '/work/api/a.ts', old_string: 'a', new_string: 'b' };
  expect(tool('Edit', edit, done('ok', { details })).locations).toEqual([
    { path: '/work/api/a.ts', line: 12 },
  ]);
});

test('an edit shows its intended change, then its actual change', () => {
  const input = { file_path: '/work/api/a.ts', old_string: 'a', new_string: 'b' };
  expect(tool('Edit', input).content).toEqual([
    { type: 'diff', path: '/work/api/a.ts', oldText: 'a', newText: 'b' },
  ]);
  const structuredPatch = [
    { newStart: 1, lines: [' one', '-a', '+b'] },
    { newStart: 9, lines: ['+end', '\\ No newline at end of file'] },
  ];
  expect(tool('Edit', input, done('ok', { details: { structuredPatch } })).content).toEqual([
    { type: 'diff', path: '/work/api/a.ts', oldText: 'one\na', newText: 'one\nb' },
    { type: 'diff', path: '/work/api/a.ts', oldText: '', newText: 'end' },
  ]);
  expect(tool('Write', { file_path: 'new.ts', content: 'x' }).content).toEqual([
    { type: 'diff', path: '/work/api/new.ts', oldText: null, newText: 'x' },
  ]);
});

test('a failed edit shows the reason instead of a change', () => {
  const input = { file_path: '/work/api/a.ts', old_string: 'a', new_string: 'b' };
  const failed = tool('Edit', input, done('String not found.', { is_error: true }));
  expect(failed).toMatchObject({ status: 'failed', content: [text('```\nString not found.\n```')] });
});

test('fences output of programs with more backticks than it contains, but not prose', () => {
  expect(tool('Bash', { command: 'ls' }, done('a\nb\n')).content).toEqual([text('```\na\nb\n```')]);
  expect(tool('Bash', { command: 'cat x.md' }, done('````\nx\n````')).content).toEqual([
    text('`````\n````\nx\n````\n`````'),
  ]);
  expect(tool('Agent', {}, done([{ type: 'text', text: '**Done**' }])).content).toEqual([text('**Done**')]);
  expect(tool('Bash', { command: 'true' }, done('')).content).toEqual([]);
});

test('images in a result', () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
  expect(tool('mcp__shot__take', {}, done([{ type: 'image', source }])).content).toEqual([
    { type: 'content', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
  ]);
});

test('truncates long text', () => {
  const [block] = tool('Bash', { command: 'yes' }, done('x'.repeat(200_000))).content ?? [];
  expect(JSON.stringify(block).length).toBeLessThan(60_000);
  expect(JSON.stringify(block)).toContain('150000 more characters');
});

test('hostile output and titles are bounded and contain no escape sequences', () => {
  const many = '` '.repeat(500_000);
  const { content = [] } = tool('Bash', { command: 'x' }, done(`\u001b]0;owned\u0007${many}`));
  expect(JSON.stringify(content).length).toBeLessThan(100_000);
  expect(JSON.stringify(content)).not.toMatch(/\\u001b|\\u0007/);
  const { title } = tool('Bash', { command: `\u001b[2J\u202e${'x'.repeat(10_000)}` });
  expect(title).toMatch(/^Run <U\+001B>\[2J<U\+202E>x{400,} …$/);
});
