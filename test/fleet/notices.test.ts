/** A person at one host is notified of another host's requests once, and counts as present there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';
import { pickUpDevice } from '../interactions/device.ts';
import { PushService } from '../notify-receiver.ts';
import { stageTest } from '../stage-test.ts';
import { startFleet } from './fleet-stage.ts';

/** Pairs a phone with the hub, which sends its notifications to the push service. */
async function pairPhone(hub: DrivenHub, push: PushService): Promise<void> {
  await hub.ask('PATCH', '/settings', { push_private_addresses: true });
  const { code } = await hub.ask('POST', '/pairings', { role: 'approver' });
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${hub.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const paired = await post('/pair', { code, name: 'phone' });
  const cookie = (paired.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const { key } = (await paired.json()) as { key: string };
  const access = { cookie, 'x-reins-device-key': key };
  const subscribed = await post('/push/subscription', push.subscription(), access);
  expect(subscribed.status).toBe(204);
}

stageTest('notifications and presence cross hosts', async ({ stage }) => {
  stage.play(
    scene(
      'send it',
      [call('Agent', { description: 'x', prompt: 'count', subagent_type: 'general-purpose' })],
      [say('Sent.')],
    ),
    scene('count', [call('Bash', { command: 'touch counted.txt', description: 'x' })], [say('Counted.')]),
  );
  const { home, others } = await startFleet(stage, ['laptop']);
  const [laptop] = others as [DrivenHub];
  expect((await laptop.run('install', '--no-deny-rules')).code).toBe(0);
  const push = await PushService.start();
  onTestFinished(() => push.close());
  await pairPhone(home, push);
  await pickUpDevice(home).look(true);

  // A request that blocks Claude waits only while someone is present: at the other host.
  const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
  await terminal.prompt('send it');
  const { id } = await waitUntil('a request that waits', async () => {
    const { items }: { items: Interaction[] } = await home.ask('GET', '/interactions?state=open');
    return items.find(({ routes, host }) => host === 'laptop' && routes.includes('hook'));
  });
  const shown = await waitUntil('the notification', () => push.received[0]?.message);
  expect(shown).toMatchObject({ type: 'show', interaction_id: id, body: 'Run touch counted.txt' });

  // Answered at its own host, it is withdrawn from the phone of the other.
  await laptop.ask('POST', `/interactions/${id}/answer`, { decision: 'allow' });
  await waitUntil('the file', () => existsSync(join(stage.project, 'counted.txt')));
  const withdrawn = await waitUntil('the withdrawal', () =>
    push.received.find(({ message }) => message['type'] === 'withdraw'),
  );
  const asked = push.received.slice(0, push.received.indexOf(withdrawn));
  expect(asked).toHaveLength(1);
});
