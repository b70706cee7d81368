import { expect } from 'vitest';
import { OTHER_SESSION, type RunningServer, SESSION, serverTest } from '../../test/running-server.ts';
import { createClient } from './client.ts';
import { type InboxNews, watchInbox } from './watch-inbox.ts';

function ask(server: RunningServer, id: string, sessionId = SESSION) {
  const facts = { kind: 'permission' as const, input: {}, suggestions: [], routes: [] };
  server.append('interaction_opened', { interaction_id: id, ...facts }, { sessionId });
}

const close = (server: RunningServer, id: string) =>
  server.append('interaction_closed', { interaction_id: id, state: 'withdrawn' });

const brief = ({ open, event }: InboxNews) => [event?.type, ...open.map(({ id }) => id)];

serverTest(
  'yields open requests first, then every change, even after a failed request',
  async ({ server }) => {
    ask(server, 'a');
    let failures = 0;
    const flaky: typeof fetch = (target, init) => {
      const isLook = String(target).includes('/interactions');
      // The second request, right after the first change, finds no hub.
      if (isLook && ++failures === 2) return Promise.reject(new TypeError('fetch failed'));
      return fetch(target, init);
    };
    const client = createClient({ url: server.url, token: server.tokens.viewer, fetch: flaky });
    const controller = new AbortController();
    const seen: unknown[] = [];
    const watching = watchInbox(client, { signal: controller.signal, backoff: async () => {} });
    for await (const news of watching) {
      seen.push(brief(news));
      if (seen.length === 1) ask(server, 'b');
      else if (seen.length === 2) {
        server.append('notification_raised', { kind: 'x', message: 'of no interest' });
        close(server, 'a');
      } else controller.abort();
    }
    expect(seen).toEqual([
      [undefined, 'a'],
      ['interaction_opened', 'a', 'b'],
      ['interaction_closed', 'b'],
    ]);
  },
);

serverTest('of one session only', async ({ server }) => {
  ask(server, 'a');
  ask(server, 'x', OTHER_SESSION);
  const client = createClient({ url: server.url, token: server.tokens.viewer });
  const controller = new AbortController();
  const seen: unknown[] = [];
  for await (const news of watchInbox(client, { session: SESSION, signal: controller.signal })) {
    seen.push(brief(news));
    if (seen.length > 1) break;
    ask(server, 'y', OTHER_SESSION);
    ask(server, 'b');
  }
  controller.abort();
  expect(seen).toEqual([
    [undefined, 'a'],
    ['interaction_opened', 'a', 'b'],
  ]);
});
