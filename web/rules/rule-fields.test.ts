import { expect, test } from 'vitest';
import { freeName, linesOf, otherConditions, withLines } from './rule-fields.ts';

test('one pattern per line, and back; other conditions stay', () => {
  const match = { tool: 'Bash', command: ['git log *', 'git status'], subagent: true };
  expect(linesOf(match, 'command')).toBe('git log *\ngit status');
  expect(linesOf(match, 'path')).toBe('');
  expect(withLines(match, 'command', 'ls\n\n')).toEqual({ ...match, command: 'ls' });
  expect(withLines(match, 'tool', ' ')).toEqual({ command: match.command, subagent: true });
  expect(otherConditions(match)).toEqual({ subagent: true });
});

test('names are unique', () => {
  expect(freeName('a', [])).toBe('a');
  expect(freeName('a', [{ name: 'a' }, { name: 'a 2' }])).toBe('a 3');
});
