/** The real Claude Code over a slow line: a client that sees the end of a turn has all of its text, with every driver. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { createReins, isLogEvent } from '../../src/sdk/index.ts';
import { patienceMs } from '../../stage/patience.ts';
import { say, scene } from '../../stage/screenplay.ts';
import { isLong } from '../repetitions.ts';
import { type StageHub, startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';

/** So late that the session has long been at rest. */
const DELAY_MS = 7000;
const WORDS = 'The same words.';

for (const driver of ['stream', 'tmux'] as const) {
  stageTest.runIf(isLong || driver === 'tmux')(
    `the answer of a ${driver} session is whole when its end is seen`,
    async ({ stage }) => {
      stage.play(scene('first', [say(WORDS)]), scene('second', [say(WORDS)]));
      const hub = await startStageHub(stage);
      onTestFinished(() => hub.kill('SIGTERM'));
      const session_id = randomUUID();
      await hub.client.createSession({ cwd: stage.project, driver, session_id });
      const reins = createReins({ url: await openSlowLine(hub), token: hub.token });
      const session = await reins.open(session_id);
      let shown = '';
      session.on('assistant_text', ({ text }) => {
        shown = text;
      });
      const whenFinished: string[] = [];
      session.on('message_finished', () => whenFinished.push(shown));
      for (const prompt of ['first', 'second']) {
        await session.send(prompt);
        expect(await session.finished()).toMatchObject({ outcome: 'completed', text: WORDS });
      }
      session.close();
      await expectWordsBeforeEnds(hub, session_id);
      expect(whenFinished[0]).toBe(WORDS);
    },
  );
}

/** In the log, each end follows the text of its turn. */
async function expectWordsBeforeEnds(hub: StageHub, sessionId: string): Promise<void> {
  let texts = 0;
  let finished = 0;
  const ended = new Set<string>();
  const signal = AbortSignal.timeout(patienceMs());
  for await (const message of hub.client.subscribe({ sessionId, since: 0, live: false, signal })) {
    if (!isLogEvent(message)) continue;
    const { event } = message;
    if (event.type === 'assistant_text') texts += 1;
    if (event.type === 'turn_finished') expect(texts).toBeGreaterThanOrEqual(ended.add(event.prompt_id).size);
    if (event.type === 'message_finished') expect(texts).toBeGreaterThanOrEqual(++finished);
    if (finished === 2) break;
  }
  expect([texts, ended.size, finished]).toEqual([2, 2, 2]);
}

/** Passes everything on at once, but for the events of a session. */
async function openSlowLine(hub: StageHub): Promise<string> {
  const line = createServer((client) => {
    const upstream = connect(Number(new URL(hub.url).port), '127.0.0.1');
    let delayMs = 0;
    client.on('data', (data) => {
      if (data.includes('/events')) delayMs = DELAY_MS;
      upstream.write(data);
    });
    upstream.on('data', (data) => void setTimeout(() => client.write(data), delayMs));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  onTestFinished(() => void line.close());
  return `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
}
