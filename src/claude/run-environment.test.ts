import { expect, test } from 'vitest';
import { combine } from './run-environment.ts';

test('puts the shell’s PATH first, then entries that only the hub has', () => {
  const login = new Map([['PATH', '/nvm/bin:/usr/bin']]);
  expect(combine({ PATH: '/usr/bin:/venv/bin', LANG: 'C' }, login)).toEqual({
    PATH: '/nvm/bin:/usr/bin:/venv/bin',
    LANG: 'C',
  });
});

test('uses the hub’s locale, else the shell’s, else one with Unicode', () => {
  const login = new Map([['LANG', 'de_DE.UTF-8']]);
  expect(combine({ LANG: 'fr_FR.UTF-8' }, login)['LANG']).toBe('fr_FR.UTF-8');
  expect(combine({}, login)['LANG']).toBe('de_DE.UTF-8');
  expect(combine({}, new Map())['LANG']).toMatch(/UTF-8/);
});

test('passes tokens of Claude Code on, but neither the hub’s nor a surrounding Claude Code’s variables', () => {
  const hub = {
    CLAUDE_CODE_OAUTH_TOKEN: 'kept',
    ANTHROPIC_API_KEY: 'kept',
    REINS_TOKEN: 'secret',
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    LANG: 'C',
    SECRET: 'of-the-profile',
  };
  expect(combine(hub, new Map([['SECRET', 'other']]))).toEqual({
    ...{
      CLAUDE_CODE_OAUTH_TOKEN: 'kept',
      ANTHROPIC_API_KEY: 'kept',
      LANG: 'C',
      SECRET: 'of-the-profile',
      PATH: '',
    },
  });
});
