import { expect, test } from 'vitest';
import { locateHome } from '../../hub/home/reins-home.ts';
import { chooseRemote, warnOfPlainHttp } from './choose-remote.ts';

const home = locateHome({ REINS_HOME: '/nowhere/reins' });

test('uses the given token, or that of the environment', async () => {
  const url = 'https://hub.example';
  const env = { REINS_TOKEN: 'from-env' };
  expect(await chooseRemote({ url, token: 'given' }, home, env)).toMatchObject({ url, token: 'given' });
  expect(await chooseRemote({ url }, home, env)).toMatchObject({ url, token: 'from-env' });
  await expect(chooseRemote({ url }, home, {})).rejects.toThrow(/reins token add NAME --role ingest/);
  expect(await chooseRemote({}, home, env)).toBeUndefined();
});

test('warns only about an unencrypted connection', () => {
  const warn = (url: string) => warnOfPlainHttp({ url, token: 't', host: 'h' });
  expect(warn('http://192.0.2.7:4820')).toEqual([expect.stringContaining('unencrypted')]);
  expect(warn('https://hub.example')).toEqual([]);
  expect(warn('http://127.0.0.1:4820')).toEqual([]);
});
