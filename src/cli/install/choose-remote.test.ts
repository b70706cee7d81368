import { expect, test } from 'vitest';
import { locateHome } from '../../hub/reins-home.ts';
import { chooseRemote, warnOfPlainHttp } from './choose-remote.ts';

const home = locateHome({ REINS_HOME: '/nowhere/reins' });

test('the token is the one given, or that of the environment', () => {
  const url = 'https://hub.example';
  const env = { REINS_TOKEN: 'from-env' };
  expect(chooseRemote({ url, token: 'given' }, home, env)).toMatchObject({ url, token: 'given' });
  expect(chooseRemote({ url }, home, env)).toMatchObject({ url, token: 'from-env' });
  expect(() => chooseRemote({ url }, home, {})).toThrow(/reins token add NAME --role ingest/);
  expect(chooseRemote({}, home, env)).toBeUndefined();
});

test('only what could be read on the way is worth a warning', () => {
  const warn = (url: string) => warnOfPlainHttp({ url, token: 't', host: 'h' });
  expect(warn('http://192.0.2.7:4820')).toEqual([expect.stringContaining('unencrypted')]);
  expect(warn('https://hub.example')).toEqual([]);
  expect(warn('http://127.0.0.1:4820')).toEqual([]);
});
