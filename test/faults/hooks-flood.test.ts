/** Many hooks at once, huge ones, and ones with forged or missing tokens. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { isLogEvent } from '../../src/sdk/index.ts';
import { repetitions } from '../repetitions.ts';
import { sharedHubTest } from '../shared-hub-test.ts';
import type { StageHub } from '../stage-hub.ts';

function post(hub: StageHub, body: string, token = hub.ingestToken) {
  return fetch(`${hub.url}/api/hooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body,
  });
}

async function hooksLogged(hub: StageHub, sessionId: string): Promise<number> {
  const { seq } = await hub.client.get(sessionId);
  const reading = new AbortController();
  let count = 0;
  for await (const message of hub.client.subscribe({ sessionId, signal: reading.signal })) {
    if (!isLogEvent(message)) continue;
    if (message.event.type === 'hook_received') count++;
    if (message.event.seq >= seq) reading.abort();
  }
  return count;
}

sharedHubTest('stores each of thousands of simultaneous hooks', async ({ hub }) => {
  const sessions = Array.from({ length: 10 }, () => randomUUID());
  const hooks = repetitions({ short: 1000, long: 10_000 });
  const bodies = hooks.map((index) =>
    JSON.stringify({
      session_id: sessions[index % sessions.length],
      hook_event_name: 'PostToolUse',
      tool_use_id: `toolu_${index}`,
      duration_ms: index,
    }),
  );
  const senders = Array.from({ length: 100 }, async () => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
      const response = await post(hub, body);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
  });
  await Promise.all(senders);
  for (const sessionId of sessions)
    expect(await hooksLogged(hub, sessionId)).toBe(hooks.length / sessions.length);
});

sharedHubTest('stores a hook of 20 MB, and rejects a larger one by name', async ({ hub }) => {
  const session_id = randomUUID();
  const hook = (megabytes: number) =>
    JSON.stringify({
      session_id,
      hook_event_name: 'SomethingNew',
      payload: 'x'.repeat(megabytes * 1024 * 1024),
    });
  expect((await post(hub, hook(20))).status).toBe(200);
  const refused = await post(hub, hook(40));
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ error: { code: 'too_large' } });
  expect(await hooksLogged(hub, session_id)).toBe(1);
});

sharedHubTest('rejects forged and missing tokens', async ({ hub }) => {
  const session_id = randomUUID();
  const body = JSON.stringify({ session_id, hook_event_name: 'Stop' });
  for (const token of ['', 'wrong', `${hub.ingestToken}x`, hub.ingestToken.slice(1)]) {
    expect((await post(hub, body, token)).status).toBe(401);
  }
  const reading = await fetch(`${hub.url}/api/sessions`, {
    headers: { authorization: `Bearer ${hub.ingestToken}` },
  });
  expect(reading.status).toBe(403);
  await expect(hub.client.get(session_id)).rejects.toMatchObject({ code: 'session_not_found' });
  expect((await post(hub, body)).status).toBe(200);
});
