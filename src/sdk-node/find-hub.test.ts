import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answers, openScriptedHub } from '../../test/scripted-hub.ts';
import { findHub } from './find-hub.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'reins-connect-'));
});
afterEach(() => rmSync(home, { recursive: true }));

function writeHub(url: string) {
  const about = { url, pid: 1, version: '0.0.0', started_at: new Date(0).toISOString() };
  writeFileSync(join(home, 'hub.json'), JSON.stringify(about));
}
const attempt = (env: Record<string, string>) => () => findHub({ REINS_HOME: home, ...env });

test('without a hub it says how to start one', () => {
  expect(attempt({})).toThrow(expect.objectContaining({ code: 'hub_not_running' }));
  expect(attempt({})).toThrow('reins up');
});

test('a hub whose token cannot be read', () => {
  writeHub('http://127.0.0.1:1');
  expect(attempt({})).toThrow(/token.*cannot be read/);
});

test('uses the token of the home for the hub of the home only', async () => {
  await using hub = await openScriptedHub({ 'GET /api/settings': [answers({})] });
  writeHub(hub.url);
  writeFileSync(join(home, 'token'), 'of-the-home\n');
  await findHub({ REINS_HOME: home }).client.settings.get();
  await findHub({ REINS_HOME: home, REINS_URL: `${hub.url}/` }).client.settings.get();
  await findHub({ REINS_HOME: home, REINS_TOKEN: 'other' }).client.settings.get();
  writeHub('http://127.0.0.1:1');
  expect(attempt({ REINS_URL: hub.url })).toThrow(expect.objectContaining({ code: 'unauthorized' }));
  await findHub({ REINS_HOME: home, REINS_URL: hub.url, REINS_TOKEN: 'given' }).client.settings.get();
  expect(hub.heard.map(({ authorization }) => authorization)).toEqual([
    ...['Bearer of-the-home', 'Bearer of-the-home', 'Bearer other', 'Bearer given'],
  ]);
});

test('an address that is none', () => {
  expect(attempt({ REINS_URL: 'localhost:4820' })).toThrow('REINS_URL must be');
});
