/** Screens recorded from the real Claude Code 2.1.325, with their expected content. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knowsCommand } from './command-popup.ts';
import { asksToSwitch, readModelMenu } from './model-menu.ts';
import { shownMode } from './permission-mode.ts';
import { readScreen } from './read-screen.ts';

const folder = join(import.meta.dirname, 'recorded');

function see(name: string) {
  return readScreen(readFileSync(join(folder, `${name}.txt`), 'utf8').split('\n'));
}

/** Screens on which Claude Code takes input: what is already typed, and what else they show. */
const READY = {
  busy: { draft: '', mode: 'default', isBusy: true },
  'busy-with-queue': { draft: '', mode: 'default', isBusy: true },
  'busy-with-draft': { draft: 'draft while busy', mode: 'default', isBusy: true },
  'busy-with-stash': { draft: '', mode: 'default', isBusy: true, hasStash: true },
  'command-alias': { draft: '/quit', mode: 'plan' },
  'command-below': { draft: '/mine', mode: 'default' },
  'command-known': { draft: '/compact', mode: 'plan' },
  'command-part': { draft: '/mod', mode: 'plan' },
  'command-unknown': { draft: '/nosuchcommand', mode: 'plan' },
  draft: { draft: 'some draft', mode: 'default' },
  'file-popup': { draft: 'hello read @filen', mode: 'default' },
  'idle-named': { draft: '', mode: 'default' },
  'mode-accept-edits': { draft: '', mode: 'acceptEdits' },
  'mode-auto': { draft: '', mode: 'auto' },
  'mode-bypass': { draft: '', mode: 'bypassPermissions' },
  'mode-dont-ask': { draft: '', mode: 'dontAsk' },
  'mode-manual': { draft: '', mode: 'default' },
  'mode-plan': { draft: '', mode: 'plan' },
  'shell-mode': { draft: '', isShellMode: true },
  'shell-mode-draft': { draft: 'ls', isShellMode: true },
  shortcuts: { draft: '' },
  stash: { draft: '', mode: 'default', hasStash: true },
};

/** Screens on which it does not. */
const IN_THE_WAY = {
  'api-key-question': 'api_key_question',
  'bypass-warning': 'bypass_warning',
  login: 'login',
  'mcp-approval': 'mcp_approval',
  'model-menu': 'menu',
  onboarding: 'onboarding',
  'onboarding-login': 'login',
  'permission-bash': 'dialog',
  'permission-edit': 'dialog',
  plan: 'dialog',
  question: 'dialog',
  'question-many': 'dialog',
  'rewind-menu': 'rewind_menu',
  'settings-broken': 'settings_error',
  'settings-error': 'settings_error',
  'transcript-view': 'transcript_view',
  'trust-dialog': 'trust_dialog',
};

test.each(Object.entries(READY))('%s', (name, expected) => {
  const { box, isBusy, hasStash, obstacle } = see(name);
  expect({
    draft: box?.draft,
    mode: box && shownMode(box),
    isShellMode: box?.isShellMode,
    isBusy,
    hasStash,
    obstacle,
  }).toEqual({
    mode: undefined,
    isShellMode: false,
    isBusy: false,
    hasStash: false,
    obstacle: undefined,
    ...expected,
  });
});

test.each(Object.entries(IN_THE_WAY))('%s', (name, obstacle) => {
  expect(see(name)).toMatchObject({ obstacle, box: undefined, isBusy: false });
});

test('reads the visible part of a draft that is longer than the box', () => {
  const draft = see('long-draft').box?.draft.split('\n');
  expect(draft?.[0]).toBe('line 27');
  expect(draft?.at(-1)).toBe('line 40');
});

test('covers every recording', () => {
  const named = [...Object.keys(READY), ...Object.keys(IN_THE_WAY), 'long-draft'].sort();
  expect(
    readdirSync(folder)
      .map((file) => file.replace(/\.txt$/, ''))
      .sort(),
  ).toEqual(named);
});

test('an empty screen means starting, an unfamiliar one is unknown', () => {
  expect(readScreen(['', ''])).toMatchObject({ obstacle: 'starting' });
  expect(readScreen(['$ make', 'cc -o a a.c'])).toMatchObject({ obstacle: 'unknown_screen' });
});

test('does not mistake text in a conversation for the view it mentions', () => {
  const lines = [
    '● Showing detailed transcript · ctrl+o to toggle',
    '',
    ' Do you want to proceed?',
    ' ❯ 1. Yes',
  ];
  expect(readScreen(lines).obstacle).toBe('dialog');
});

test.each([
  ['command-known', '/compact', true],
  ['command-alias', '/quit', true],
  ['command-part', '/mod', false],
  ['command-part', '/update-config', true],
  ['command-unknown', '/nosuchcommand', false],
  ['command-below', '/mine', false],
  ['command-below', '/deep:mine', true],
  ['draft', '/compact', undefined],
])('%s: is %s a command?', (name, command, expected) => {
  const { box } = see(name);
  expect(box && knowsCommand(box, command)).toBe(expected);
});

test('the menu of models', () => {
  expect(readModelMenu(see('model-menu').lines)).toEqual([
    { name: 'default', isMarked: false },
    { name: 'opus', isMarked: true },
    { name: 'fable', isMarked: false },
    { name: 'sonnet', isMarked: false },
    { name: 'haiku', isMarked: false },
  ]);
  expect(readModelMenu(see('permission-bash').lines)).toBeUndefined();
  expect(asksToSwitch(['   Switch model?'])).toBe(true);
});
