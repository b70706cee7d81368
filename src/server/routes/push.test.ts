import { expect } from 'vitest';
import { waitUntil } from '../../../stage/patience.ts';
import { PushService } from '../../../test/notify-receiver.ts';
import { type RunningServer, serverTest } from '../../../test/running-server.ts';
import type { Delivery, PushState } from '../../protocol/notify.ts';

const test = serverTest.extend<{ push: PushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern
  push: async ({}, use) => {
    const push = await PushService.start();
    await use(push);
    await push.close();
  },
});

async function pairDevice(server: RunningServer, role = 'approver') {
  const { code } = (await (
    await server.call('/api/pairings', { method: 'POST', body: { role } })
  ).json()) as {
    code: string;
  };
  const paired = await server.call('/api/pair', {
    method: 'POST',
    token: undefined,
    body: { code, name: 'Phone' },
  });
  const cookie = (paired.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const { id, key } = (await paired.json()) as { id: string; key: string };
  const call = (path: string, method = 'GET', body?: unknown) =>
    server.call(path, { token: undefined, method, headers: { cookie, 'x-reins-device-key': key }, body });
  return { id, call, state: async () => (await (await call('/api/push')).json()) as PushState };
}

async function subscribed(server: RunningServer, push: PushService) {
  await server.call('/api/settings', { method: 'PATCH', body: { push_private_addresses: true } });
  const phone = await pairDevice(server);
  expect((await phone.call('/api/push/subscription', 'POST', push.subscription())).status).toBe(204);
  return phone;
}

const openAsk = (server: RunningServer, id: string) =>
  server.append('interaction_opened', {
    interaction_id: id,
    kind: 'permission',
    tool_name: 'Bash',
    input: { command: 'npm test' },
    suggestions: [],
    routes: ['hook'],
  });

const deliveries = async (server: RunningServer) =>
  ((await (await server.call('/api/push/deliveries')).json()) as { items: Delivery[] }).items;

test('a request arrives readable for the browser, signed with the key it knows', async ({ server, push }) => {
  const phone = await subscribed(server, push);
  expect(await phone.state()).toMatchObject({ subscribed: true, preferences: {} });
  openAsk(server, 'i1');
  const [first] = await waitUntil('a push message', () => push.received.length > 0 && push.received);
  expect(first).toMatchObject({
    signedBy: (await phone.state()).public_key,
    headers: { urgency: 'high', topic: 'waits', 'content-encoding': 'aes128gcm' },
    message: { type: 'show', body: 'Run npm test', interaction_id: 'i1', actions: ['deny', 'allow'] },
  });
  const [sent] = await deliveries(server);
  expect(sent).toMatchObject({ target: 'Phone', kind: 'needs_answer', state: 'accepted' });
  await phone.call('/api/push/receipts', 'POST', { id: sent?.id, state: 'clicked' });
  await phone.call('/api/push/receipts', 'POST', { id: sent?.id, state: 'shown' });
  expect(await deliveries(server)).toMatchObject([{ state: 'clicked' }]);
});

test("the test of a device returns the push service's reply", async ({ server, push }) => {
  const phone = await subscribed(server, push);
  expect(await (await phone.call('/api/push/test', 'POST')).json()).toMatchObject({
    kind: 'test',
    state: 'accepted',
  });
  const byOperator = await server.call(`/api/push/test/${phone.id}`, { method: 'POST' });
  expect(await byOperator.json()).toMatchObject({ device_id: phone.id, state: 'accepted' });
  expect((await phone.call(`/api/push/test/${phone.id}`, 'POST')).status).toBe(403);
  push.statuses.push(410);
  expect(await (await phone.call('/api/push/test', 'POST')).json()).toMatchObject({
    state: 'failed',
    reason: 'the browser has ended this subscription',
  });
  expect(await phone.state()).toMatchObject({ subscribed: false });
  expect((await phone.call('/api/push/test', 'POST')).status).toBe(409);
});

test('retries when a failing push service is back', async ({ server, push }) => {
  await subscribed(server, push);
  push.statuses.push(503);
  openAsk(server, 'i1');
  await waitUntil('its reason', async () => (await deliveries(server))[0]?.reason?.includes('503'));
  await waitUntil('a push message', () => push.received.length > 0);
  await waitUntil('its record', async () => (await deliveries(server))[0]?.state === 'accepted');
  expect(push.received).toHaveLength(1);
});

test('a push service that never replies blocks nothing', async ({ server, push }) => {
  await subscribed(server, push);
  push.statuses.push(0);
  openAsk(server, 'i1');
  await waitUntil('it to be taken', () => push.statuses.length === 0);
  openAsk(server, 'i2');
  const [next] = await waitUntil('the next message', () => push.received.length > 0 && push.received);
  expect(next?.message).toMatchObject({ title: '2 requests are waiting for you' });
  expect((await deliveries(server)).map(({ state }) => state)).toEqual(['accepted', 'sending']);
});

test('after a rotation a device is notified with its old key until it returns', async ({ server, push }) => {
  const phone = await subscribed(server, push);
  const { public_key: old } = await phone.state();
  expect((await server.call('/api/push/rotate', { method: 'POST' })).status).toBe(204);
  const { public_key: fresh, subscribed: isStillReported } = await phone.state();
  expect(fresh).not.toBe(old);
  expect(isStillReported).toBe(true);
  await phone.call('/api/push/test', 'POST');
  await phone.call('/api/push/subscription', 'POST', push.subscription());
  await phone.call('/api/push/test', 'POST');
  expect(push.received.map(({ signedBy }) => signedBy)).toEqual([old, fresh]);
});

test('sends nothing into this network unless the settings allow it', async ({ server, push }) => {
  const phone = await subscribed(server, push);
  await server.call('/api/settings', { method: 'PATCH', body: { push_private_addresses: null } });
  for (const endpoint of [
    push.url,
    'https://127.0.0.1:1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://10.0.0.1/',
  ]) {
    await phone.call('/api/push/subscription', 'POST', { ...push.subscription(), endpoint });
    server.append('turn_finished', { prompt_id: endpoint, outcome: 'failed' }, { at: Date.now() });
    await waitUntil(
      'it to be refused',
      async () =>
        (await deliveries(server))[0]?.reason?.match(/does not use https|is inside this network/) ?? false,
    );
  }
  expect(push.received).toEqual([]);
});

test('sends nothing to a revoked device', async ({ server, push }) => {
  const phone = await subscribed(server, push);
  await server.call(`/api/devices/${phone.id}`, { method: 'DELETE' });
  openAsk(server, 'i1');
  const other = await subscribed(server, push);
  await other.call('/api/push/test', 'POST');
  expect(push.received.map(({ message }) => message['tag'])).toEqual(['test']);
});
