import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type RunningServer, SESSION, START, serverTest as test } from '../../../test/running-server.ts';
import type { Policy } from '../../protocol/policy.ts';
import type { Simulation } from '../../protocol/policy-api.ts';
import { createClient } from '../../sdk/client.ts';

const LOOK: Policy = { rules: [{ name: 'look', match: { command: 'ls *' }, decide: 'allow' }] };

const clientOf = ({ url, tokens }: RunningServer) => createClient({ url, token: tokens.operator });
const fileOf = ({ folder }: RunningServer) => join(folder, 'policy.json');

test('shows, replaces and keeps rules; two editors do not overwrite each other', async ({ server }) => {
  const { policy } = clientOf(server);
  expect(await policy.get()).toEqual({ policy: { rules: [] }, version: null, problems: [] });
  const first = await policy.replace(LOOK, { version: null });
  expect(first).toMatchObject({ policy: LOOK, problems: [] });
  expect(JSON.parse(readFileSync(fileOf(server), 'utf8'))).toEqual(LOOK);
  await expect(policy.replace({ rules: [] }, { version: null })).rejects.toMatchObject({
    code: 'policy_changed',
    details: { version: first.version },
  });
  const second = await policy.replace({ rules: [] }, { version: first.version });
  await expect(policy.replace(LOOK, { version: first.version })).rejects.toMatchObject({
    code: 'policy_changed',
  });
  expect((await policy.get()).version).toBe(second.version);
  expect((await policy.replace(LOOK)).version).toBe(first.version);
});

test('the version is the ETag, for any program', async ({ server }) => {
  const before = await server.call('/api/policy');
  expect(before.headers.get('etag')).toBe('"none"');
  const put = (etag: string) =>
    server.call('/api/policy', { method: 'PUT', body: LOOK, headers: { 'If-Match': etag } });
  expect((await put('"none"')).status).toBe(200);
  expect((await put('"none"')).status).toBe(409);
  expect((await put('*')).status).toBe(200);
  expect((await put('nonsense')).status).toBe(400);
});

test('reports an error with its line, and changes nothing', async ({ server }) => {
  const text = '{\n "rules": [\n  {"name": "a", "match": {"command": "sudo *"}, "decide": "allow"}\n ]\n}';
  const response = await server.call('/api/policy', { method: 'PUT', body: text });
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as { error: { code: string; message: string; details: unknown } };
  expect(error.code).toBe('policy_invalid');
  expect(error.message).toMatch(/Line 3: rules\[0\]\.match\.command/);
  expect(error.details).toMatchObject({ problems: [{ line: 3 }] });
  expect(existsSync(fileOf(server))).toBe(false);
});

test('shows an invalid file unchanged: no rules, and the place of the error', async ({ server }) => {
  writeFileSync(fileOf(server), '{\n "rules": [,]\n}');
  const answer = await clientOf(server).policy.get();
  expect(answer.policy).toEqual({ rules: [] });
  expect(answer.problems).toMatchObject([{ line: 2 }]);
});

test('tests rules on past requests before they are enabled', async ({ server }) => {
  const { policy } = clientOf(server);
  const ask = (id: string, command: string, decision: 'allow' | 'deny' | undefined, at = START) => {
    server.append(
      'interaction_opened',
      {
        interaction_id: id,
        kind: 'permission',
        tool_name: 'Bash',
        input: { command },
        suggestions: [],
        routes: [],
        cwd: '/srv/shop',
        permission_mode: 'default',
      },
      { at },
    );
    if (!decision) return;
    const answer = {
      by: { type: 'device', name: 'phone' },
      at: new Date(at).toISOString(),
      route: 'hook',
      applied: 'confirmed',
      decision,
    } as const;
    server.append('interaction_closed', { interaction_id: id, state: 'answered', answer }, { at });
  };
  ask('a', 'ls src', 'allow');
  ask('b', 'ls /etc', 'deny', START + 1000);
  ask('c', 'ls && rm -rf x', 'allow', START + 2000);
  ask('d', `ls ${'x'.repeat(1000)}`, undefined, START + 3000);

  const found = await policy.simulate({ policy: LOOK });
  const shown = ({ items }: Simulation) => items.map((one) => [one.interaction_id, one.would, one.compared]);
  expect(shown(found)).toEqual([
    ['a', 'allow', 'same'],
    ['b', 'allow', 'wider'],
    ['c', 'ask', 'ask'],
    ['d', 'allow', 'other'],
  ]);
  expect(found.counts).toEqual({
    asks: 4,
    would: { allow: 3, ask: 1 },
    compared: { same: 1, wider: 1, ask: 1, other: 1 },
  });
  expect(found.items[1]).toMatchObject({
    session_id: SESSION,
    was: 'deny',
    rule: { name: 'look', index: 0 },
    answered_by: { type: 'device', name: 'phone' },
  });
  expect(String(found.items[3]?.input['command']).length).toBeLessThan(600);

  // Nothing is in force, and nothing has changed.
  expect((await policy.simulate()).counts.would).toEqual({ ask: 4 });
  expect((await policy.get()).version).toBeNull();
  expect(shown(await policy.simulate({ policy: LOOK, limit: 1 }))).toEqual([['d', 'allow', 'other']]);
  const since = new Date(START + 2000).toISOString();
  expect((await policy.simulate({ policy: LOOK, since })).counts.asks).toBe(2);
  await expect(policy.simulate({ policy: { rules: [{}] } })).rejects.toMatchObject({
    code: 'policy_invalid',
  });
});

test('tests rules on costs with the values of that time', async ({ server }) => {
  const opened = { tool_name: 'Bash', input: { command: 'ls' }, suggestions: [], routes: [] };
  const ask = (id: string, at: number) =>
    server.append('interaction_opened', { interaction_id: id, kind: 'permission', ...opened }, { at });
  ask('early', START);
  server.append('cost_counted', { total_usd: 7, is_complete: true }, { at: START + 1000 });
  ask('late', START + 2000);
  const policy: Policy = {
    rules: [{ name: 'enough', match: { session_cost_usd_over: 5 }, decide: 'stop_session' }],
  };
  const { items } = await clientOf(server).policy.simulate({ policy });
  expect(items.map(({ would }) => would)).toEqual(['ask', 'stop_session']);
});
