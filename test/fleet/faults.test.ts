/** Faults of a fleet: whatever fails, members end up with exactly the events of the owners. */
import { rmSync } from 'node:fs';
import { expect } from 'vitest';
import type { DrivenHub } from '../drivers/driven-hub.ts';
import { isLong, repetitions } from '../repetitions.ts';
import { stageTest } from '../stage-test.ts';
import { startFleet, untilOnline } from './fleet-stage.ts';
import { startSession } from './hook-sessions.ts';
import { expectSame, work } from './same-events.ts';

stageTest.runIf(isLong)(
  'NATS frozen, killed and emptied; members killed in the middle of replication',
  async ({ stage }) => {
    const { home, others, nats } = await startFleet(stage, ['laptop']);
    const [laptop] = others as [DrivenHub];
    const there = await startSession(laptop);
    const here = await startSession(home);
    await expectSame(home, laptop, there);
    await expectSame(laptop, home, here);

    await nats.kill('SIGSTOP');
    await work(laptop, there, 5);
    // The copy is shown while its owner cannot be reached.
    expect((await home.view(there)).turns.length).toBeGreaterThan(0);
    await nats.kill('SIGCONT');
    await expectSame(home, laptop, there);

    await nats.kill('SIGKILL');
    await Promise.all([work(laptop, there, 5), work(home, here, 5)]);
    expect(await home.call('POST', `/sessions/${there}/interrupt`)).toMatchObject({
      ...{ status: 503, body: { error: { code: 'host_offline' } } },
    });
    rmSync(nats.files.storeFolder, { recursive: true });
    await nats.start();
    await expectSame(home, laptop, there);
    await expectSame(laptop, home, here);

    for (const round of repetitions({ short: 1, long: 10 })) {
      const working = Promise.allSettled([work(laptop, there, 30), work(home, here, 30)]);
      await (round % 2 === 1 ? laptop : home).kill('SIGKILL');
      await working;
      await (round % 2 === 1 ? laptop : home).restart();
      await untilOnline(home, 2);
      await work(laptop, there, 1);
      await work(home, here, 1);
      await expectSame(home, laptop, there);
      await expectSame(laptop, home, here);
    }
  },
);
