import { expect, test } from 'vitest';
import { describeInstalled } from './install.ts';

test('says how to take out what was put in', () => {
  const installed = { before: '', after: '{}', events: ['Stop'], foreignHooks: 0, denyRules: [] };
  const words = { hub: 'the hub', takeOut: 'reins uninstall --project' };
  expect(describeInstalled('settings.local.json', installed, words)).toContain(
    '"reins uninstall --project" takes it out again',
  );
});
