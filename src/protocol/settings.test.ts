import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, settingsPatchSchema } from './settings.ts';

test('docs/settings.md names every setting with its default', () => {
  const text = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  for (const [name, value] of Object.entries(DEFAULT_SETTINGS)) {
    const row = text.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``));
    const words =
      value === null ? 'none' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
    expect(row, name).toContain(`| ${words} |`);
  }
});

test('a patch may change any setting, or reset it to its default', () => {
  for (const [name, value] of Object.entries(DEFAULT_SETTINGS)) {
    expect(settingsPatchSchema.parse({ [name]: value }), name).toEqual({ [name]: value });
    expect(settingsPatchSchema.parse({ [name]: null }), name).toEqual({ [name]: null });
  }
  expect(settingsPatchSchema.parse({})).toEqual({});
  expect(settingsPatchSchema.safeParse({ colour: 1 }).success).toBe(false);
  expect(settingsPatchSchema.parse({ templates: { review: { permission_mode: 'manual' } } })).toEqual({
    templates: { review: { permission_mode: 'default' } },
  });
});
