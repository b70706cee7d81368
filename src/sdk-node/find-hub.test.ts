import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answers, openScriptedHub, type Received, type Scene } from '../../test/scripted-hub.ts';
import { makeHubProof } from '../hub/access/hub-proof.ts';
import { createClient } from '../sdk/client.ts';
import { HubSocket } from '../sdk/hub-socket.ts';
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
/** The behaviour of a hub with this token. */
const proves =
  (token: string): Scene =>
  async (response, received) => {
    const proof = makeHubProof(token, received.query['challenge'] ?? '', response.socket?.localPort ?? 0);
    await answers({ status: 'ok', version: '0.0.0', proof })(response, received);
  };
const attempt = (env: Record<string, string>) => () => findHub({ REINS_HOME: home, ...env });

test('reports how to start a hub if there is none', () => {
  expect(attempt({})).toThrow(expect.objectContaining({ code: 'hub_not_running' }));
  expect(attempt({})).toThrow('reins up');
});

test('an unreadable token', () => {
  writeHub('http://127.0.0.1:1');
  expect(attempt({})).toThrow(/token.*cannot be read/);
});

test("uses the home's token only for the home's hub", async () => {
  const calls = { 'GET /api/settings': [answers({})], 'GET /api/health': [proves('of-the-home')] };
  await using hub = await openScriptedHub(calls);
  writeHub(hub.url);
  writeFileSync(join(home, 'token'), 'of-the-home\n');
  await findHub({ REINS_HOME: home }).client.settings.get();
  await findHub({ REINS_HOME: home, REINS_URL: `${hub.url}/` }).client.settings.get();
  await findHub({ REINS_HOME: home, REINS_TOKEN: 'other' }).client.settings.get();
  writeHub('http://127.0.0.1:1');
  expect(attempt({ REINS_URL: hub.url })).toThrow(expect.objectContaining({ code: 'unauthorized' }));
  await findHub({ REINS_HOME: home, REINS_URL: hub.url, REINS_TOKEN: 'given' }).client.settings.get();
  const asked = hub.received.filter(({ path }) => path === '/api/settings');
  expect(asked.map(({ authorization }) => authorization)).toEqual([
    ...['Bearer of-the-home', 'Bearer of-the-home', 'Bearer other', 'Bearer given'],
  ]);
});

test('sends only a challenge to a program that took the port of a crashed hub', async () => {
  writeFileSync(join(home, 'token'), 'of-the-home\n');
  const real = { 'GET /api/health': [proves('of-the-home')] };
  await using elsewhere = await openScriptedHub(real);
  /** Passes the challenge on to a hub on another port. */
  const relays: Scene = async (response, { query }) => {
    const { proof } = await createClient({ url: elsewhere.url }).health(undefined, query['challenge']);
    await answers({ status: 'ok', version: '0.0.0', proof })(response, {} as Received);
  };
  for (const scene of [answers({ status: 'ok', version: '0.0.0' }), proves('guessed'), relays]) {
    await using squatter = await openScriptedHub({
      'GET /api/health': [scene],
      'GET /api/settings': [answers({})],
      'GET /api/events': [answers({})],
    });
    writeHub(squatter.url);
    const { client, address } = findHub({ REINS_HOME: home });
    await expect(client.settings.get()).rejects.toMatchObject({ code: 'hub_not_running' });
    await expect(client.send(randomUUID(), { text: 'secret words' })).rejects.toThrow(/not the hub of/);
    const ended = new AbortController();
    const sockets: string[] = [];
    const failed = new Promise<void>((resolve) => {
      new HubSocket({
        ...address,
        signal: ended.signal,
        probe: () => client.me(),
        onConnection: () => resolve(),
        WebSocket: class {
          constructor(url: string) {
            sockets.push(url);
          }
        } as unknown as typeof WebSocket,
      });
    });
    await failed;
    ended.abort();
    expect(sockets).toEqual([]);
    expect(squatter.received.map(({ path }) => path)).toEqual(squatter.received.map(() => '/api/health'));
    expect(JSON.stringify(squatter.received)).not.toMatch(/of-the-home|secret words/);
  }
});

test('an invalid address', () => {
  expect(attempt({ REINS_URL: 'localhost:4820' })).toThrow('REINS_URL must be');
});
