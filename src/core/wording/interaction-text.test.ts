import { expect, test } from 'vitest';
import type { Answer } from '../../protocol/interactions.ts';
import { outcomeText } from './answer-text.ts';
import { interactionText, interactionWarnings } from './interaction-text.ts';

const tool = (tool_name: string, input: Record<string, unknown>) => ({
  kind: 'permission' as const,
  tool_name,
  input,
});

test.each([
  [tool('Bash', { command: 'npm test' }), 'Claude wants to run a command', 'run npm test'],
  [tool('Edit', { file_path: '/p/src/a.ts' }), 'Claude wants to edit a file', 'edit src/a.ts'],
  [tool('mcp__db__query', { sql: 'x' }), 'Claude wants to use query from db', 'use query x'],
  [tool('Brandnew', {}), 'Claude wants to use Brandnew', 'use Brandnew'],
  [
    { kind: 'question' as const, input: { questions: [{ question: 'Which?' }, { question: 'Why?' }] } },
    'Claude has 2 questions',
    'question: Which? (1 of 2)',
  ],
  [{ kind: 'plan' as const, input: { plan: '# Do it\n1. x' } }, 'Claude has a plan', 'plan: Do it'],
  [
    { kind: 'elicitation' as const, input: { mcp_server_name: 'el', message: 'Your name?' } },
    'el asks for input',
    'form: Your name?',
  ],
  [
    { kind: 'permission' as const, input: { screen: 'Network access\nexample.com' } },
    'Claude Code asks for permission in its terminal',
    'dialog: Network access',
  ],
  [
    { kind: 'permission' as const, input: {} },
    'Claude Code asks for permission in its terminal',
    'dialog: see the terminal',
  ],
])('%j in words', (interaction, headline, line) => {
  expect(interactionText(interaction, '/p')).toEqual({ headline, line });
});

test('warnings: flags of the hub, then dangers', () => {
  const flags = [{ code: 'touches_hub' as const, message: 'It touches the hub.' }];
  expect(interactionWarnings({ ...tool('Bash', { command: 'rm -rf x' }), flags })).toEqual([
    'It touches the hub.',
    'Deletes folders and everything in them.',
  ]);
  expect(interactionWarnings(tool('Bash', { command: 'npm test' }))).toEqual([]);
});

test.each([
  [{ decision: 'deny', message: 'no' }, { type: 'device', name: 'phone' }, 'denied by phone: no'],
  [{ decision: 'allow', input: {} }, { type: 'device', name: 'operator' }, 'allowed (edited) by operator'],
  [{ decision: 'allow' }, { type: 'rule', name: 'tests' }, 'allowed by the rule "tests"'],
  [{}, { type: 'terminal', name: 'terminal' }, 'answered in the terminal'],
  [
    { answers: { a: 'x', b: ['y', 'z'] } },
    { type: 'program', name: 'hook' },
    'answered by a program (hook): x / y, z',
  ],
  [{ answers: {} }, { type: 'device', name: 'phone' }, 'skipped by phone'],
])('%j by %j in words', (decided, by, words) => {
  const answer = { ...decided, by, at: '', route: 'hook', applied: 'sent' } as Answer;
  expect(outcomeText({ state: 'answered', answer })).toBe(words);
});

test('an end without an answer', () => {
  expect(outcomeText({ state: 'withdrawn' })).toBe('withdrawn by Claude');
});

test('characters that hide or reorder text are written out', () => {
  const input = { command: 'ls \u001b]0;rm x\u0007 \u202e' };
  expect(interactionText({ kind: 'permission', tool_name: 'Bash', input }).line).toBe(
    'run ls <U+001B>]0;rm x<U+0007> <U+202E>',
  );
  expect(interactionText({ kind: 'permission', tool_name: 'mcp__a__b\u202e', input: {} }).headline).toContain(
    '<U+202E>',
  );
});
