import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from './settings.ts';

test('docs/settings.md names every setting with its default', () => {
  const text = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  for (const [name, value] of Object.entries(DEFAULT_SETTINGS)) {
    const row = text.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``));
    const words =
      value === null ? 'none' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
    expect(row, name).toContain(`| ${words} |`);
  }
});
