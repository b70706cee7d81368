import { expect, test } from 'vitest';
import { objectOf } from './tool-object.ts';

test.each([
  ['Bash', { command: 'npm test', description: 'Run it' }, 'npm test'],
  ['Edit', { file_path: '/p/src/a.ts', old_string: 'x' }, 'src/a.ts'],
  ['Read', { file_path: '/etc/passwd' }, '/etc/passwd'],
  ['Grep', { pattern: 'TODO', path: '/p/src' }, 'TODO in /p/src'],
  ['Agent', { subagent_type: 'Explore', description: 'Find it', prompt: 'long' }, 'Explore: Find it'],
  ['AskUserQuestion', { questions: [{ question: 'Which?' }, { question: 'When?' }] }, 'Which? / When?'],
  ['ExitPlanMode', { plan: '\n## Move it\n\n1. now', planFilePath: '/x' }, 'Move it'],
  ['mcp__x__y', { a: 1 }, '{"a":1}'],
  ['mcp__x__y', {}, ''],
])('%s %j', (name, input, object) => {
  expect(objectOf({ name, input }, '/p')).toBe(object);
});

test('characters that hide or reorder text are written out', () => {
  expect(objectOf({ name: 'Bash', input: { command: 'ls \u202e' } })).toBe('ls <U+202E>');
});
