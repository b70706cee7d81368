import { expect, test } from 'vitest';
import { describeInstalled } from './install.ts';

test('shows how to undo the install', () => {
  const installed = { before: '', after: '{}', events: ['Stop'], foreignHooks: 0, denyRules: [] };
  const words = { hub: 'the hub', takeOut: 'reins uninstall --project' };
  expect(describeInstalled('settings.local.json', installed, words)).toContain(
    '"reins uninstall --project" undoes this',
  );
});
