/** The hub is killed repeatedly while sessions run: nothing is lost or duplicated. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { isLogEvent } from '../../src/sdk/index.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene, think } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { repetitions } from '../repetitions.ts';
import { seededRandom } from '../seed.ts';
import { type StageHub, startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';

const SESSIONS = repetitions({ short: 4, long: 10 });
const KILLS = repetitions({ short: 3, long: 60 });
const random = seededRandom();

stageTest('kill -9 at random moments while several sessions play', async ({ stage }) => {
  const hub = await startStageHub(stage);
  const reading = new AbortController();
  const seen = readAll(hub, reading.signal);
  const playing = { isOver: false };
  const played = playSessions(stage).finally(() => {
    playing.isOver = true;
  });
  for (const _ of KILLS) {
    await delay(random() * 1500);
    await hub.kill();
    await delay(random() * 300);
    await hub.restart();
    if (playing.isOver) break;
  }
  const sessionIds = await played;
  await waitUntil('all sessions to be seen to their end', async () => {
    const { items } = await hub.client.list({ limit: 100 });
    return items.filter(({ status }) => status === 'ended').length === SESSIONS.length;
  });

  const fresh = await startStageHub(stage, 'fresh-home');
  for (const sessionId of sessionIds) {
    const [survived, rebuilt] = await Promise.all([view(hub, sessionId), view(fresh, sessionId)]);
    expect(survived).toEqual(rebuilt);
    expect(survived.turns).toHaveLength(3);
  }

  const logged = await allEvents(hub, sessionIds);
  await waitUntil('the subscriber to catch up', () => seen.length >= logged.length);
  reading.abort();
  for (const sessionId of sessionIds) {
    const seqs = seen.filter((event) => event.session_id === sessionId).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  }
  expect(seen.length).toBe(logged.length);
  expect(new Set(logged.map(identityOf)).size).toBe(logged.length);
});

/** Three turns in each of the sessions, started at random moments. */
async function playSessions(stage: Stage): Promise<string[]> {
  stage.play(
    scene('look', [think('Hm.'), call('Bash', { command: 'echo looked' })], [say('I looked.')]),
    scene('talk', [say('Some words about it. '.repeat(30), { everyMs: 10 })]),
    scene(
      'write',
      [call('Write', { file_path: 'notes.txt', content: 'a\n' }), call('Bash', { command: 'echo one' })],
      [say('Written.')],
    ),
  );
  const folders = SESSIONS.map((number) => stage.makeProject(`project-${number}`));
  const sessions = folders.map(async (cwd) => {
    await delay(random() * 400 * SESSIONS.length);
    const claude = stage.headless({ cwd, args: ['--permission-mode', 'acceptEdits'] });
    for (const prompt of ['look', 'talk', 'write']) {
      claude.send(prompt);
      await claude.nextResult();
    }
    const sessionId = claude.messages.find(({ session_id }) => session_id)?.session_id as string;
    await claude.end();
    return sessionId;
  });
  return Promise.all(sessions);
}

interface SeenEvent {
  readonly session_id: string;
  readonly seq: number;
}

/** A subscriber to everything from the start, which reconnects automatically. */
function readAll(hub: StageHub, signal: AbortSignal): SeenEvent[] {
  const seen: SeenEvent[] = [];
  const read = async () => {
    for await (const message of hub.client.subscribe({ since: 0, signal })) {
      if (isLogEvent(message)) seen.push(message.event);
    }
  };
  void read();
  return seen;
}

/** Every event of the sessions, read from the surviving hub. */
async function allEvents(hub: StageHub, sessionIds: readonly string[]) {
  const lists = await Promise.all(
    sessionIds.map(async (sessionId) => {
      const { seq } = await hub.client.get(sessionId);
      const events: Record<string, unknown>[] = [];
      const reading = new AbortController();
      for await (const message of hub.client.subscribe({ sessionId, signal: reading.signal })) {
        if (isLogEvent(message)) events.push(message.event);
        if (events.length >= seq) reading.abort();
      }
      return events;
    }),
  );
  return lists.flat();
}

/** The identity of a fact from a transcript. */
function identityOf(event: Record<string, unknown>): string {
  const { seq: _, v: __, at: ___, ...rest } = event;
  return event['source'] === 'transcript' ? JSON.stringify(rest) : JSON.stringify(event);
}

/** The parts of a view that come from the transcript. */
async function view(hub: StageHub, sessionId: string) {
  const answer = await hub.client.get(sessionId).catch((error) => {
    throw new Error(hub.output(), { cause: error });
  });
  const { turns, title, cwd, model, usage, usage_by_model, files, agents, tasks, cost_usd, queue } = answer;
  return { turns, title, cwd, model, usage, usage_by_model, files, agents, tasks, cost_usd, queue };
}
