/** A damaged database is set aside and rebuilt from the newest backup and the transcripts; clients get a reset. */
import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { isLogEvent } from '../../src/sdk/index.ts';
import { waitUntil } from '../../stage/patience.ts';
import { say, scene } from '../../stage/screenplay.ts';
import { startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';

/** Overwrites the middle of the file, as a failing disk would. */
function damage(file: string): void {
  const { size } = statSync(file);
  const handle = openSync(file, 'r+');
  const nonsense = Buffer.alloc(4096, 0xab);
  for (let at = 0; at < size; at += 8192) writeSync(handle, nonsense, 0, nonsense.length, at);
  closeSync(handle);
}

stageTest('a torn database', async ({ stage }) => {
  const hub = await startStageHub(stage);
  stage.play(scene('remember this', [say('I will.')]));
  const claude = stage.headless();
  claude.send('remember this');
  const sessionId = (await claude.nextResult()).session_id as string;
  await waitUntil('the turn', async () => {
    const view = await hub.client.get(sessionId).catch(() => undefined);
    return view?.turns[0]?.outcome === 'completed';
  });
  const { last_event_id: oldId } = await hub.client.get(sessionId);

  await hub.kill('SIGTERM');
  damage(join(hub.home, 'reins.db'));
  await hub.restart();

  const [aside] = readdirSync(hub.home).filter((name) => name.startsWith('reins.db.corrupt-'));
  expect(aside).toBeDefined();
  expect(hub.output()).toContain(aside);
  const rebuilt = await waitUntil('the conversation', async () => {
    const view = await hub.client.get(sessionId).catch(() => undefined);
    return view?.turns[0]?.outcome === 'completed' && view;
  });
  expect(rebuilt.turns).toMatchObject([{ prompt: { text: 'remember this' }, items: [{ text: 'I will.' }] }]);

  const reading = new AbortController();
  const received: string[] = [];
  for await (const message of hub.client.subscribe({
    sessionId,
    lastEventId: oldId,
    signal: reading.signal,
  })) {
    received.push(isLogEvent(message) ? 'event' : message.type);
    if (message.type === 'snapshot') reading.abort();
  }
  expect(received).toEqual(['reset', 'snapshot']);
});
