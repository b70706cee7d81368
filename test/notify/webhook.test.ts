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

stageTest('sends a request once; a receiver that never responds blocks nothing', async ({ stage }) => {
  const received: Notice[] = [];
  const server = createServer(async (request) => {
    let body = '';
    for await (const piece of request) body += piece;
    // It never responds.
    received.push(JSON.parse(body) as Notice);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const hub = await startDrivenHub(stage);
  await hub.ask('PATCH', '/settings', {
    notify: [{ type: 'webhook', url, detail: 'full', kinds: ['needs_answer', 'finished'] }],
  });
  stage.play(scene('make it', [call('Bash', { command: 'touch a.txt', description: 'x' })], [say('Done.')]));
  const body = { cwd: stage.project, driver: 'stream', permission_mode: 'manual', prompt: 'make it' };
  const { session_id: id } = (await hub.ask('POST', '/sessions', body)) as { session_id: string };
  const notice = await waitUntil('the webhook', () => received[0]);
  expect(notice).toMatchObject({ kind: 'needs_answer', session_id: id, detail: 'Run touch a.txt' });
  await hub.ask('POST', `/interactions/${notice.interaction_id}/answer`, { decision: 'allow' });
  await hub.waitFor(id, 'the turn', hasTurn('make it', 'completed'));
  await waitUntil('the end to be sent', () => received.some(({ kind }) => kind === 'finished'));
  // Each is sent once; on a slow machine the first may have been given up by now.
  const { items } = (await hub.ask('GET', '/push/deliveries')) as { items: Delivery[] };
  expect(items.map(({ kind }) => kind).sort()).toEqual(['finished', 'needs_answer']);
  expect(items.map(({ state }) => state)).not.toContain('accepted');
  server.closeAllConnections();
  server.close();
  await hub.kill('SIGTERM');
});
