/** Faults between a host and NATS, and between hosts: nothing is lost or repeated, and people learn what is the matter. */
import { expect, onTestFinished } from 'vitest';
import type { Host } from '../../src/protocol/fleet.ts';
import type { Session } from '../../src/protocol/session.ts';
import { waitUntil } from '../../stage/patience.ts';
import { say, scene } from '../../stage/screenplay.ts';
import { Line } from '../chaos/world/line.ts';
import { MachineClock } from '../chaos/world/machine-clock.ts';
import { type DrivenHub, hasTurn } from '../drivers/driven-hub.ts';
import { isLong, repetitions } from '../repetitions.ts';
import { seededRandom } from '../seed.ts';
import { stageTest } from '../stage-test.ts';
import { startFleet, untilOnline } from './fleet-stage.ts';
import { startSession } from './hook-sessions.ts';
import { expectSame, work } from './same-events.ts';

/** How far away the laptop is. */
const SLOW_MS = 200;
/** This part of its packets is lost, and sent again by TCP after this time. */
const LOST = 0.01;
const RESENT_MS = 600;
const random = seededRandom();

stageTest.runIf(isLong)('a host that is cut off from NATS, then far away from it', async ({ stage }) => {
  stage.play(scene('how are you', [say('Far away.')]));
  let port = 0;
  const line = await Line.open(() => port);
  onTestFinished(() => line.close());
  const { home, others } = await startFleet(stage, ['laptop'], {
    change: (member) => {
      port = Number(new URL(member.servers[0] ?? '').port);
      return { ...member, servers: [line.url.replace('http', 'nats')] };
    },
  });
  const [laptop] = others as [DrivenHub];
  const [there, here] = [await startSession(laptop), await startSession(home)];
  await expectSame(home, laptop, there);

  for (const _ of repetitions({ short: 1, long: 3 })) {
    line.setRefusing(true);
    await Promise.all([work(laptop, there, 20), work(home, here, 20)]);
    // Both work alone meanwhile, and say that the other cannot be reached.
    expect(await home.call('POST', `/sessions/${there}/interrupt`)).toMatchObject({
      ...{ status: 503, body: { error: { code: 'host_offline', details: { host: 'laptop' } } } },
    });
    expect((await home.view(there)).turns.length).toBeGreaterThan(0);
    expect((await laptop.view(here)).turns.length).toBeGreaterThan(0);
    line.setRefusing(false);
    await expectSame(home, laptop, there);
    await expectSame(laptop, home, here);
  }

  line.setDelay(SLOW_MS, () => (random() < LOST ? RESENT_MS : 0));
  await Promise.all([work(laptop, there, 20), work(home, here, 20)]);
  await expectSame(home, laptop, there);
  await expectSame(laptop, home, here);
  const started: Session = await home.ask('POST', '/sessions', {
    ...{ host: 'laptop', cwd: stage.project, prompt: 'how are you', trust: true },
  });
  await home.waitFor(started.session_id, 'the turn', hasTurn('how are you', 'completed'));
  await expectSame(home, laptop, started.session_id);
});

stageTest.runIf(isLong)('clocks that differ by hours', async ({ stage }) => {
  const clock = new MachineClock(stage.folder);
  clock.shift(-3 * 3600);
  const { home, others } = await startFleet(stage, ['laptop'], {
    env: (name) => (name === 'laptop' ? clock.env : {}),
  });
  const [laptop] = others as [DrivenHub];
  const [there, here] = [await startSession(laptop), await startSession(home)];
  await expectSame(home, laptop, there);
  await expectSame(laptop, home, here);
  clock.shift(5 * 3600);
  await work(laptop, there, 5);
  await expectSame(home, laptop, there);
  // Presence of a host is measured on one's own clock.
  await untilOnline(home, 2);
  const { stdout } = await home.run('fleet', 'status');
  expect(stdout).toMatch(/clock of laptop/);
  await laptop.kill('SIGKILL');
  await laptop.restart();
  await untilOnline(home, 2);
  await work(laptop, there, 1);
  await expectSame(home, laptop, there);
});

stageTest.runIf(isLong)('two hosts with one name', async ({ stage }) => {
  const { home, others } = await startFleet(stage, ['laptop', 'tower'], {
    change: (member) => ({ ...member, name: 'laptop' }),
  });
  const [first, second] = others as [DrivenHub, DrivenHub];
  const [one, two] = [await startSession(first), await startSession(second)];
  await waitUntil('both sessions', async () => (await home.ask('GET', '/sessions')).items.length === 2);
  const named: Host[] = (await home.ask('GET', '/hosts')).items.filter(({ name }: Host) => name === 'laptop');
  const ids = named.map(({ host_id }) => host_id);
  expect(ids).toHaveLength(2);
  const refused = await home.call('GET', '/sessions?host=laptop');
  expect(refused).toMatchObject({ status: 400, body: { error: { details: { hosts: ids } } } });
  const byId = await Promise.all(
    ids.map(async (id) => (await home.ask('GET', `/sessions?host=${id}`)).items as Session[]),
  );
  expect(byId.map((sessions) => sessions.map(({ session_id }) => session_id)).sort()).toEqual(
    [[one], [two]].sort(),
  );
  await expectSame(home, first, one);
  await expectSame(home, second, two);
  expect((await home.run('fleet', 'status')).stdout).toMatch(/laptop/);
});
