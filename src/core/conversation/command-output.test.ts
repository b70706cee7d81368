import { expect, test } from 'vitest';
import { commandOutput } from './command-output.ts';

test('removes hook reports and keeps everything else', () => {
  const text =
    'Compacted PreCompact [[ -S /a ] && curl -q] completed successfully\nPostCompact [x] completed successfully';
  expect(commandOutput(text)).toBe('Compacted');
  expect(commandOutput('PreCompact [x] failed: no\n  indented')).toBe(
    'PreCompact [x] failed: no\n  indented',
  );
});
