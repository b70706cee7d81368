import { expect, test } from 'vitest';
import { splitWords } from './split-words.ts';

test.each<[words: string[], passed: string[], prompt: string | undefined, claudeArgs: string[]]>([
  [[], [], undefined, []],
  [['fix it'], [], 'fix it', []],
  [['--effort', 'high', 'fix it'], [], 'fix it', ['--effort', 'high']],
  [['fix it', '--dangerously-skip-permissions'], [], 'fix it', ['--dangerously-skip-permissions']],
  [['--verbose', 'fix it'], [], 'fix it', ['--verbose']],
  [['--system-prompt=Be brief.', 'fix it'], [], 'fix it', ['--system-prompt=Be brief.']],
  [['fix it', '--tools', 'Bash', 'Read', '--ide'], [], 'fix it', ['--tools', 'Bash', 'Read', '--ide']],
  [['fix it', '-d'], [], 'fix it', ['-d']],
  [['fix it', '--from-pr', '7'], [], 'fix it', ['--from-pr', '7']],
  [['fix it'], ['--of-the-future', 'x y'], 'fix it', ['--of-the-future', 'x y']],
  [['-'], [], '-', []],
])('%j and %j', (words, passed, prompt, claudeArgs) => {
  expect(splitWords(words, passed)).toEqual({ ...(prompt !== undefined && { prompt }), claudeArgs });
});

test.each([
  [['fix', 'it'], [], 'There are 2 prompts: "fix", "it"'],
  [['--of-the-future', 'x'], [], 'after "--"'],
  [['--effort'], [], 'needs a value'],
  [['--effort', '--verbose'], [], 'needs a value'],
  [['-p', 'fix it'], [], 'reins send ID --wait'],
  [['--output-format=json', 'fix it'], [], 'the hub controls Claude Code itself'],
  [['fix it'], ['--print'], 'the hub controls Claude Code itself'],
])('%j and %j are refused', (words, passed, message) => {
  expect(() => splitWords(words, passed)).toThrow(message);
  expect(() => splitWords(words, passed)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});
