import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type Settings, settingsPatchSchema } from './settings.ts';

const SOURCE = join(import.meta.dirname, 'settings.ts');
const PAGE = join(import.meta.dirname, '../../docs/settings.md');
const UPDATE = 'UPDATE=1 npx vitest run --project unit src/protocol/settings';
const TABLE = /(?<=^\| Setting \| Default \| Meaning \|\n\|---\|---\|---\|\n)(?:\|.*\n)+/m;

/** Where the docs say more. */
const SEE: Partial<Record<keyof Settings, string>> = {
  allowed_hosts: 'reach.md',
  allowed_origins: 'api.md#pages-on-other-origins',
  public_url: 'reach.md',
  default_driver: 'driving.md#where-a-session-runs',
  all_hooks: 'driving.md#every-hook-of-a-session',
  auto_continue: 'driving.md#auto-continue',
  templates: 'driving.md#templates-and-worktrees',
  trusted_folders: 'driving.md#trusted-folders',
  hold_seconds: 'answering.md#requests-that-block-claude',
  history_days: 'history.md',
  log_days: 'history.md#how-long-events-are-kept',
  notify: 'notifications.md#ntfy-webhooks-and-commands',
  fleet: 'fleet.md#limit-what-others-may-do',
  slack: 'slack.md',
};

test('the table in docs/settings.md is generated from the schema', () => {
  const source = readFileSync(SOURCE, 'utf8');
  const rows = Object.entries(DEFAULT_SETTINGS).map(([name, value]) => {
    const see = SEE[name as keyof Settings];
    const more = see ? ` See [${see.split('#')[0]}](${see}).` : '';
    return `| \`${name}\` | ${shown(value)} | ${meaningOf(name, source)}${more} |\n`;
  });
  const page = readFileSync(PAGE, 'utf8');
  const expected = page.replace(TABLE, () => rows.join(''));
  if (process.env['UPDATE']) writeFileSync(PAGE, expected);
  expect(readFileSync(PAGE, 'utf8'), `run ${UPDATE}`).toBe(expected);
});

function shown(value: unknown): string {
  if (value === null) return 'none';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** The comment above the setting, on one line. */
function meaningOf(name: string, source: string): string {
  const [, comment] = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n  ${name}: `).exec(source) ?? [];
  if (comment === undefined) throw new Error(`${name} has no comment in src/protocol/settings.ts`);
  return comment.replaceAll(/\n\s+\* ?/g, ' ').trim();
}

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
