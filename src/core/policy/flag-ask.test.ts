import { expect, test } from 'vitest';
import { flagAsk } from './flag-ask.ts';
import { bashAsk, moment, toolAsk } from './policy-test.ts';

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
