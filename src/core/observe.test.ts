import { expect, test } from 'vitest';
import type { Observed } from '../protocol/events.ts';
import type { Source } from '../protocol/primitives.ts';
import { type Observations, observe, reliable } from './observe.ts';

function observed(...seen: (readonly [Source, Observed])[]) {
  return seen.reduce<Observations>(
    (known, [source, facts], index) => observe(known, facts, index, source),
    {},
  );
}

test.each(['driver', 'stream', 'transcript', 'registry'] as const)(
  'a hook changes neither folder nor mode that the %s has told, whichever comes first',
  (source) => {
    const told = [source, { cwd: '/project', permission_mode: 'default' }] as const;
    const forged = ['hook', { cwd: '/evil', permission_mode: 'bypassPermissions' }] as const;
    for (const order of [
      [told, forged],
      [forged, told],
    ] as const) {
      const { cwd, permission_mode } = observed(...order);
      expect([reliable(cwd), reliable(permission_mode)]).toEqual(['/project', 'default']);
    }
  },
);

test('the mode is shown as the newest hook tells it, and relied on as others do', () => {
  const { permission_mode } = observed(
    ['transcript', { permission_mode: 'default' }],
    ['hook', { permission_mode: 'acceptEdits' }],
  );
  expect([permission_mode?.value, reliable(permission_mode)]).toEqual(['acceptEdits', 'default']);
});

test('what only hooks have told is known, but not relied on', () => {
  const { cwd, model } = observed(['hook', { cwd: '/one', model: 'opus' }], ['hook', { cwd: '/two' }]);
  expect(cwd).toEqual({ value: '/two', at: 1, by_hook: true });
  expect(reliable(cwd)).toBeUndefined();
  expect(reliable(model)).toBe('opus');
});
