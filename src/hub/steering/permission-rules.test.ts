import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { event, reduce } from '../../core/event-fixture.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { PermissionRules, type PermissionRulesOptions } from './permission-rules.ts';

let configFolder: string;
beforeEach(() => {
  configFolder = mkdtempSync(join(tmpdir(), 'reins-rules-'));
  writeFileSync(join(configFolder, 'settings.json'), '{"permissions": {"allow": ["Edit"]}}');
});
afterEach(() => rmSync(configFolder, { recursive: true }));

const at = '2026-01-02T12:00:05.000Z';
const answered = {
  ...{ id: 'i', session_id: 's', host: 'desk', kind: 'permission', state: 'answered', input: {} },
  ...{ suggestions: [], opened_at: at, routes: [] },
  answer: {
    ...{ by: { type: 'device', name: 'phone' }, at, route: 'hook', applied: 'confirmed', decision: 'allow' },
    apply: [{ type: 'addRules', rules: [{ toolName: 'Read' }], behavior: 'allow', destination: 'session' }],
  },
} as Interaction;
const edit = { behavior: 'allow', rule: 'Edit', source: 'userSettings' };
const read = { behavior: 'allow', rule: 'Read', source: 'session' };

function rulesOf(options: Partial<PermissionRulesOptions>, isLive = true) {
  const begun = event({ type: 'run_started', pid: 2 ** 30, start_mark: '1' }, 0);
  const ended = event({ type: 'run_ended', pid: 2 ** 30, start_mark: '1', reason: 'exited' }, 9);
  const state = isLive ? reduce(begun) : reduce(begun, ended);
  return new PermissionRules({
    reader: { session: (id) => (id === 's' ? state : undefined), interactions: () => [answered] },
    ...{ host: 'desk', configFolder, list: async () => undefined },
    ...options,
  }).of('s');
}

test("Claude Code's own list is complete", async () => {
  expect(await rulesOf({ list: async () => [edit] })).toEqual({ items: [edit], known_from: 'claude' });
});

test('falls back to files and answers if Claude Code does not list them', async () => {
  expect(await rulesOf({})).toEqual({ items: [edit, read], known_from: 'files' });
  const refuses = { list: () => Promise.reject(new Error('Unsupported')) };
  expect(await rulesOf(refuses)).toEqual({ items: [edit, read], known_from: 'files' });
});

test('the rules of a session end with its process', async () => {
  expect(await rulesOf({}, false)).toEqual({ items: [edit], known_from: 'files' });
});

test('does not read the files of another machine', async () => {
  expect(await rulesOf({ host: 'laptop' })).toEqual({ items: [read], known_from: 'answers' });
});

test('a session that does not exist', async () => {
  const reader = { session: () => undefined, interactions: () => [] };
  await expect(rulesOf({ reader })).rejects.toMatchObject({ code: 'session_not_found' });
});
