import { expect, test } from 'vitest';
import type { Client } from '../sdk/client.ts';
import { callerMode, modeToStartIn, requireNoLooser } from './caller-mode.ts';

/** A hub with these sessions. */
const hub = (
  sessions: Record<
    string,
    { permission_mode?: string; permission_mode_bounds?: object; continued_as?: string }
  >,
) =>
  ({
    get: async (id: string) => {
      if (sessions[id]) return sessions[id];
      throw new Error('There is no such session.');
    },
  }) as unknown as Pick<Client, 'get'>;

const only = (mode: string) => ({ strictest: mode, loosest: mode });

test('the mode of the caller is that of the session that continues it', async () => {
  const client = hub({
    a: { permission_mode_bounds: only('auto'), continued_as: 'b' },
    b: { permission_mode_bounds: only('plan') },
    c: { permission_mode: 'auto' },
    d: { permission_mode_bounds: { strictest: 'default', loosest: 'bypassPermissions' } },
  });
  expect(await callerMode(client, 'a')).toBe('plan');
  expect(await callerMode(client, 'd')).toBe('default');
  expect(await callerMode(client, undefined)).toBe('default');
  for (const unknown of ['c', 'gone']) expect(await callerMode(client, unknown)).toBe('plan');
});

test.each([
  [undefined, 'default', 'default'],
  [undefined, 'bypassPermissions', 'default'],
  [undefined, 'plan', 'plan'],
  [undefined, 'dontAsk', 'dontAsk'],
  ['plan', 'acceptEdits', 'plan'],
  ['default', 'auto', 'default'],
] as const)('with %s wanted, a caller in %s starts a session in %s', (wanted, caller, mode) => {
  expect(modeToStartIn(wanted, caller)).toBe(mode);
});

test('neither starts nor prompts a session looser than the caller', () => {
  expect(() => modeToStartIn('default', 'plan')).toThrow(/looser than your own/);
  for (const mode of ['acceptEdits', 'auto', 'bypassPermissions', 'of the future']) {
    for (const strictest of [mode, 'plan']) {
      const bounds = { strictest, loosest: mode };
      expect(() => requireNoLooser(bounds, 'default', 'id'), mode).toThrow(/Ask the user/);
    }
  }
  expect(() => requireNoLooser(undefined, 'default', 'id')).toThrow(/Ask the user/);
  for (const mode of ['plan', 'dontAsk', 'default']) requireNoLooser(only(mode), 'default', 'id');
});
