import { expect, test } from 'vitest';
import type { Observed } from '../protocol/events.ts';
import type { Source } from '../protocol/primitives.ts';
import { modeBounds, type Observations, observe, reliable } from './observe.ts';

function observed(...seen: (readonly [Source, Observed])[]) {
  return seen.reduce<Observations>(
    (known, [source, facts], index) => observe(known, facts, index, source),
    {},
  );
}

test.each(['driver', 'stream', 'transcript', 'registry'] as const)(
  'a hook changes neither folder nor mode reported by the %s, whichever comes first',
  (source) => {
    const reported = [source, { cwd: '/project', permission_mode: 'default' }] as const;
    const forged = ['hook', { cwd: '/evil', permission_mode: 'bypassPermissions' }] as const;
    for (const order of [
      [reported, forged],
      [forged, reported],
    ] as const) {
      const { cwd, permission_mode } = observed(...order);
      expect([reliable(cwd), reliable(permission_mode)]).toEqual(['/project', 'default']);
    }
  },
);

test('shows the mode of the newest hook, but trusts only other sources', () => {
  const { permission_mode } = observed(
    ['transcript', { permission_mode: 'default' }],
    ['hook', { permission_mode: 'acceptEdits' }],
  );
  expect([permission_mode?.value, reliable(permission_mode)]).toEqual(['acceptEdits', 'default']);
});

test('the mode "manual" is observed as "default"', () => {
  const { permission_mode } = observed(['hook', { permission_mode: 'manual' }]);
  expect([permission_mode?.value, Object.keys(permission_mode?.hook_modes ?? {})]).toEqual([
    'default',
    ['default'],
  ]);
});

const mode = (source: Source, permission_mode: string) => [source, { permission_mode }] as const;
const bounds = (...seen: Parameters<typeof observed>) => modeBounds(observed(...seen).permission_mode);

test('the bounds of the mode are the last one from other sources and all that hooks have reported since', () => {
  expect(bounds()).toBeUndefined();
  expect(bounds(mode('hook', 'plan'))).toBeUndefined();
  const edits = mode('transcript', 'acceptEdits');
  expect(bounds(edits)).toEqual({ strictest: 'acceptEdits', loosest: 'acceptEdits' });
  // A forged hook makes the session look stricter.
  expect(bounds(edits, mode('hook', 'plan'))).toEqual({ strictest: 'plan', loosest: 'acceptEdits' });
  // The real hook before a forged one counts too.
  const forged = [mode('hook', 'auto'), mode('hook', 'plan'), mode('hook', 'default')];
  expect(bounds(edits, ...forged)).toEqual({ strictest: 'plan', loosest: 'auto' });
  expect(bounds(...forged, edits)).toEqual({ strictest: 'acceptEdits', loosest: 'acceptEdits' });
  expect(bounds(edits, mode('hook', 'toString'))).toEqual({ strictest: 'acceptEdits', loosest: 'unknown' });
  expect(bounds(mode('driver', 'bypassPermissions'), mode('hook', 'plan'))?.loosest).toBe(
    'bypassPermissions',
  );
});

test('the bounds do not depend on the order of sources, and stay small', () => {
  const reported = [
    ...(['bypassPermissions', 'acceptEdits', 'plan'] as const).map((name, at) => ['hook', name, at] as const),
    ['transcript', 'default', 1] as const,
  ];
  const play = (order: typeof reported) =>
    order.reduce<Observations>(
      (known, [source, permission_mode, at]) => observe(known, { permission_mode }, at, source),
      {},
    );
  const rotated = reported.map((_, index) => [...reported.slice(index), ...reported.slice(0, index)]);
  for (const order of [...rotated, ...rotated.map((one) => one.toReversed())]) {
    expect(modeBounds(play(order).permission_mode)).toEqual({ strictest: 'plan', loosest: 'acceptEdits' });
  }
  const many = Array.from({ length: 100 }, (_, index) => mode('hook', `mode-${index}`));
  expect(Object.keys(observed(...many).permission_mode?.hook_modes ?? {})).toEqual(['unknown']);
});

test('a value reported only by hooks is known, but not trusted', () => {
  const { cwd, model } = observed(['hook', { cwd: '/one', model: 'opus' }], ['hook', { cwd: '/two' }]);
  expect(cwd).toEqual({ value: '/two', at: 1, by_hook: true });
  expect(reliable(cwd)).toBeUndefined();
  expect(reliable(model)).toBe('opus');
});
