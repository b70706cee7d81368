import { expect, test } from 'vitest';
import { flagAsk } from './flag-ask.ts';
import { bashAsk, moment, toolAsk } from './policy-fixture.ts';

const codes = (ask: Parameters<typeof flagAsk>[0]) => flagAsk(ask, moment).map(({ code }) => code);

test('flags calls that touch the hub or the settings of Claude Code, with the matching word', () => {
  expect(codes(bashAsk('git status'))).toEqual([]);
  expect(codes(bashAsk('cat ~/.reins/token'))).toEqual(['touches_hub']);
  expect(codes(toolAsk('Write', { file_path: '.claude/settings.json', content: '' }))).toEqual([
    'changes_claude_settings',
  ]);
  expect(flagAsk(bashAsk('curl localhost:4820'), moment)[0]?.message).toMatch(/its address \(".*4820"\)/);
});

test('flags only tool calls', () => {
  expect(codes({ ...bashAsk('cat ~/.reins/token'), kind: 'question' })).toEqual([]);
});

test('flags characters that hide or reorder text, in requests of every kind', () => {
  expect(codes(bashAsk('ls \u202e'))).toEqual(['hidden_characters']);
  expect(codes(bashAsk('rm\u00a0x'))).toEqual(['hidden_characters']);
  expect(codes(toolAsk('mcp__x__y', { deep: [{ 'a\u200b': 1 }] }))).toEqual(['hidden_characters']);
  expect(codes({ ...toolAsk('ExitPlanMode', { plan: 'a\u2066b' }), kind: 'plan' })).toEqual([
    'hidden_characters',
  ]);
  expect(codes(bashAsk("git commit -m 'Done 👩‍💻'"))).toEqual([]);
  expect(flagAsk(bashAsk('ls \u202e'), moment)[0]?.message).toContain('U+202E');
});

test('flags files that are run automatically', () => {
  expect(codes(toolAsk('Write', { file_path: '.git/hooks/pre-commit', content: '' }))).toEqual([
    'changes_startup_files',
  ]);
});
