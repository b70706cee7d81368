/**
 * The stream of a stopped session ends after its final events: every way to stop it, counted. The short run stops one
 * session per driver; the long one stops 50 per way and prints the counts.
 */
import { loadavg } from 'node:os';
import { expect } from 'vitest';
import { say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { type DrivenHub, hasTurn, startDrivenHub } from '../drivers/driven-hub.ts';
import { isLong, repetitions } from '../repetitions.ts';
import { stageTest } from '../stage-test.ts';

type DriverName = 'stream' | 'tmux';

/** A session that has answered one prompt, with two streams that are read to their end. */
async function watchedSession(hub: DrivenHub, stage: Stage, driver: DriverName) {
  const { session_id: id } = await hub.ask('POST', '/sessions', {
    cwd: stage.project,
    driver,
    prompt: 'hello',
  });
  const read = async (query: string) => {
    const response = await fetch(`${hub.url}/api/sessions/${id}/events${query}`, {
      headers: { authorization: `Bearer ${hub.token}` },
    });
    return { text: response.text() };
  };
  const [all, hooks] = [await read(''), await read('?raw=hook')];
  await hub.waitFor(id, 'its answer', hasTurn('hello', 'completed'));
  return {
    id: id as string,
    /** Whether both streams contained the end before they closed. */
    async sawEnd(): Promise<boolean> {
      const texts = await Promise.all([all.text, hooks.text]);
      return (
        /^event: session_ended$/m.test(texts[0]) && /"hook_event_name":\s*"SessionEnd"/.test(texts[1] ?? '')
      );
    },
  };
}

const driverOf = (index: number): DriverName => (index % 2 === 0 ? 'tmux' : 'stream');

function expectAll(way: string, results: readonly boolean[]): void {
  const count = results.filter(Boolean).length;
  if (isLong) console.log(`${way}: ${count} of ${results.length} (load ${loadavg()[0]?.toFixed(1)})`);
  expect(count, way).toBe(results.length);
}

stageTest(
  'reported after DELETE',
  async ({ stage }) => {
    stage.play(scene('hello', [say('Good morning.')]));
    const hub = await startDrivenHub(stage);
    const stop = (id: string) => hub.ask('DELETE', `/sessions/${id}`);

    for (const _ of repetitions({ short: 1, long: 9 })) {
      const sessions = await Promise.all(
        Array.from({ length: isLong ? 6 : 2 }, (_, index) => watchedSession(hub, stage, driverOf(index))),
      );
      await Promise.all(sessions.map(({ id }) => stop(id)));
      expectAll('at once', await Promise.all(sessions.map((session) => session.sawEnd())));
    }
    for (const driver of ['tmux', 'stream'] as const) {
      const reported: boolean[] = [];
      for (const _ of repetitions({ short: 0, long: 50 })) {
        const session = await watchedSession(hub, stage, driver);
        await stop(session.id);
        reported.push(await session.sawEnd());
      }
      expectAll(driver, reported);
    }
  },
  3_600_000,
);

stageTest.runIf(isLong)(
  'reported after "reins down --stop-sessions"',
  async ({ stage }) => {
    stage.play(scene('hello', [say('Good morning.')]));
    const hub = await startDrivenHub(stage);
    const reported: boolean[] = [];
    for (const _ of repetitions({ short: 0, long: 9 })) {
      const sessions = await Promise.all(
        Array.from({ length: 6 }, (_, index) => watchedSession(hub, stage, driverOf(index))),
      );
      expect(await hub.run('down', '--stop-sessions')).toMatchObject({ code: 0 });
      reported.push(...(await Promise.all(sessions.map((session) => session.sawEnd()))));
      await hub.restart();
    }
    expectAll('down --stop-sessions', reported);
  },
  3_600_000,
);
