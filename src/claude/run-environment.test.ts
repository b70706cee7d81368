import { expect, test } from 'vitest';
import { combine } from './run-environment.ts';

test('the shell’s PATH first, then what only the hub knows', () => {
  const login = new Map([['PATH', '/nvm/bin:/usr/bin']]);
  expect(combine({ PATH: '/usr/bin:/venv/bin', LANG: 'C' }, login)).toEqual({
    PATH: '/nvm/bin:/usr/bin:/venv/bin',
    LANG: 'C',
  });
});

test('a locale: the hub’s own, else the shell’s, else one that knows Unicode', () => {
  const login = new Map([['LANG', 'de_DE.UTF-8']]);
  expect(combine({ LANG: 'fr_FR.UTF-8' }, login)['LANG']).toBe('fr_FR.UTF-8');
  expect(combine({}, login)['LANG']).toBe('de_DE.UTF-8');
  expect(combine({}, new Map())['LANG']).toMatch(/UTF-8/);
});

test('tokens of Claude Code pass, those of the hub do not, nor does a surrounding Claude Code', () => {
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
