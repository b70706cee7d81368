import { expect, test } from 'vitest';
import { flagAsk } from './flag-ask.ts';
import { bashAsk, moment, toolAsk } from './policy-fixture.ts';

const codes = (ask: Parameters<typeof flagAsk>[0]) => flagAsk(ask, moment).map(({ code }) => code);

test('what touches the hub or the settings of Claude Code is flagged, with the word that gave it away', () => {
  expect(codes(bashAsk('git status'))).toEqual([]);
  expect(codes(bashAsk('cat ~/.reins/token'))).toEqual(['touches_hub']);
  expect(codes(toolAsk('Write', { file_path: '.claude/settings.json', content: '' }))).toEqual([
    'changes_claude_settings',
  ]);
  expect(flagAsk(bashAsk('curl localhost:4820'), moment)[0]?.message).toMatch(/its address \(".*4820"\)/);
});

test('only calls of tools are flagged', () => {
  expect(codes({ ...bashAsk('cat ~/.reins/token'), kind: 'question' })).toEqual([]);
});

test('characters that hide or reorder text are flagged, in asks of every kind', () => {
  expect(codes(bashAsk('ls \u202e'))).toEqual(['hidden_characters']);
  expect(codes(bashAsk('rm\u00a0x'))).toEqual(['hidden_characters']);
  expect(codes(toolAsk('mcp__x__y', { deep: [{ 'a\u200b': 1 }] }))).toEqual(['hidden_characters']);
  expect(codes({ ...toolAsk('ExitPlanMode', { plan: 'a\u2066b' }), kind: 'plan' })).toEqual([
    'hidden_characters',
  ]);
  expect(codes(bashAsk("git commit -m 'Done 👩‍💻'"))).toEqual([]);
  expect(flagAsk(bashAsk('ls \u202e'), moment)[0]?.message).toContain('U+202E');
});

test('files that run later by themselves are flagged', () => {
  expect(codes(toolAsk('Write', { file_path: '.git/hooks/pre-commit', content: '' }))).toEqual([
    'changes_startup_files',
  ]);
});
