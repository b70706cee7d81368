import { expect, test } from 'vitest';
import { OneAtATime } from './one-at-a-time.ts';

test('requested while running, it runs exactly once more', async () => {
  let runs = 0;
  const job = new OneAtATime(async () => {
    runs++;
    await Promise.resolve();
  });
  await Promise.all([job.run(), job.run(), job.run()]);
  expect(runs).toBe(2);
});

test('requested just as it ends, it runs again', async () => {
  for (let moments = 0; moments < 10; moments++) {
    let runs = 0;
    const job = new OneAtATime(async () => void runs++);
    void job.run();
    for (let moment = 0; moment < moments; moment++) await Promise.resolve();
    await job.run();
    expect(runs, `requested after ${moments} moments`).toBe(2);
  }
});

test('can be requested again after a failure', async () => {
  let runs = 0;
  const job = new OneAtATime(async () => {
    if (runs++ === 0) throw new Error('first');
  });
  await expect(job.run()).rejects.toThrow('first');
  await job.run();
  expect(runs).toBe(2);
});
