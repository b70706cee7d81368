import { expect, test } from 'vitest';
import { flagInteraction } from './flag-interaction.ts';
import { bashInteraction, moment, toolInteraction } from './policy-fixture.ts';

const codes = (interaction: Parameters<typeof flagInteraction>[0]) =>
  flagInteraction(interaction, moment).map(({ code }) => code);

test('flags calls that touch the hub or the settings of Claude Code, with the matching word', () => {
  expect(codes(bashInteraction('git status'))).toEqual([]);
  expect(codes(bashInteraction('cat ~/.reins/token'))).toEqual(['touches_hub']);
  expect(codes(toolInteraction('Write', { file_path: '.claude/settings.json', content: '' }))).toEqual([
    'changes_claude_settings',
  ]);
  expect(flagInteraction(bashInteraction('curl localhost:4820'), moment)[0]?.message).toMatch(
    /its address \(".*4820"\)/,
  );
});

test.each([
  "sed -e 's/^/ /' notes.txt",
  'cut -d/ -f2 paths.txt',
  'cut -d / -f2 paths.txt',
  'echo a/b | tr / -',
  "git commit -m 'use / instead'",
  "awk -F / '{ print $1 }' paths.txt",
  'cd "$PROJECT" && npm test',
])('does not warn of a slash that is not a path: %s', (command) => {
  expect(codes(bashInteraction(command))).toEqual([]);
});

test.each(['rm -rf /', 'grep -r token /', 'sudo find / -name token', 'tar cf x.tar ~', 'cp -r ~ /tmp/x'])(
  'warns of a program that goes through the folder of the hub: %s',
  (command) => {
    expect(codes(bashInteraction(command))).toContain('touches_hub');
  },
);

test('flags only tool calls', () => {
  expect(codes({ ...bashInteraction('cat ~/.reins/token'), kind: 'question' })).toEqual([]);
});

test('flags characters that hide or reorder text, in requests of every kind', () => {
  expect(codes(bashInteraction('ls \u202e'))).toEqual(['hidden_characters']);
  expect(codes(bashInteraction('rm\u00a0x'))).toEqual(['hidden_characters']);
  expect(codes(toolInteraction('mcp__x__y', { deep: [{ 'a\u200b': 1 }] }))).toEqual(['hidden_characters']);
  expect(codes({ ...toolInteraction('ExitPlanMode', { plan: 'a\u2066b' }), kind: 'plan' })).toEqual([
    'hidden_characters',
  ]);
  expect(codes(bashInteraction("git commit -m 'Done 👩‍💻'"))).toEqual([]);
  expect(flagInteraction(bashInteraction('ls \u202e'), moment)[0]?.message).toContain('U+202E');
});

test('flags files that are run automatically', () => {
  expect(codes(toolInteraction('Write', { file_path: '.git/hooks/pre-commit', content: '' }))).toEqual([
    'changes_startup_files',
  ]);
});
