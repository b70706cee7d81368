/** A webhook notifies a person without a browser, with a request from the real Claude Code. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { Delivery, Notice } from '../../src/protocol/notify.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn, startDrivenHub } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';

stageTest(
  'a receiver that never responds blocks nothing, and gets everything after a killed hub',
  async ({ stage }) => {
    const received: Notice[] = [];
    let isUp = false;
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const piece of request) body += piece;
      received.push(JSON.parse(body) as Notice);
      // It never responds at first.
      if (isUp) response.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const hub = await startDrivenHub(stage);
    await hub.ask('PATCH', '/settings', {
      notify: [{ type: 'webhook', url, detail: 'full', kinds: ['needs_answer', 'finished', 'answered'] }],
    });
    stage.play(
      scene('make it', [call('Bash', { command: 'touch a.txt', description: 'x' })], [say('Done.')]),
    );
    const body = { cwd: stage.project, driver: 'stream', permission_mode: 'manual', prompt: 'make it' };
    const { session_id: id } = (await hub.ask('POST', '/sessions', body)) as { session_id: string };
    const notice = await waitUntil('the webhook', () => received[0]);
    expect(notice).toMatchObject({ kind: 'needs_answer', session_id: id, detail: 'Run touch a.txt' });
    expect(notice.link).toMatch(/^http:.*\/asks\//);
    await hub.ask('POST', `/interactions/${notice.interaction_id}/answer`, { decision: 'allow' });
    await hub.waitFor(id, 'the turn', hasTurn('make it', 'completed'));
    await waitUntil('the ends to be sent', () =>
      ['answered', 'finished'].every((one) => received.some(({ kind }) => kind === one)),
    );
    // Each is sent once; on a slow machine the first may have been given up by now.
    const { items } = (await hub.ask('GET', '/push/deliveries')) as { items: Delivery[] };
    expect(items.map(({ kind }) => kind).sort()).toEqual(['answered', 'finished', 'needs_answer']);
    expect(items.map(({ state }) => state)).not.toContain('accepted');

    // Killed while it still tries to deliver: the next hub sends the same notice.
    await hub.kill();
    isUp = true;
    const [before] = received.filter(({ kind }) => kind === 'finished');
    const count = received.length;
    await hub.restart();
    const deliveries = async () =>
      ((await hub.ask('GET', '/push/deliveries')) as { items: Delivery[] }).items;
    const isSettled = ({ state }: Delivery) => state !== 'sending';
    await waitUntil('every delivery to be settled', async () => (await deliveries()).every(isSettled));
    const again = received.slice(count).find(({ kind }) => kind === 'finished');
    expect(again).toEqual(before);
    expect(again).toMatchObject({ text: 'Done.', link: expect.stringMatching(`/sessions/${id}`) });
    expect((await deliveries()).find(({ kind }) => kind === 'finished')?.state).toBe('accepted');

    // A test reaches every channel.
    const { items: tested } = (await hub.ask('POST', '/push/test-channels')) as { items: Delivery[] };
    expect(tested).toMatchObject([{ kind: 'test', state: 'accepted' }]);
    server.closeAllConnections();
    server.close();
    await hub.kill('SIGTERM');
  },
);
