import { expect, test } from 'vitest';
import { OneAtATime } from './one-at-a-time.ts';

test('asked for while it runs, it runs once more, however often it was asked', async () => {
  let runs = 0;
  const job = new OneAtATime(async () => {
    runs++;
    await Promise.resolve();
  });
  await Promise.all([job.run(), job.run(), job.run()]);
  expect(runs).toBe(2);
});

test('asked for in the moments of its end, it runs again', async () => {
  for (let moments = 0; moments < 10; moments++) {
    let runs = 0;
    const job = new OneAtATime(async () => void runs++);
    void job.run();
    for (let moment = 0; moment < moments; moment++) await Promise.resolve();
    await job.run();
    expect(runs, `asked after ${moments} moments`).toBe(2);
  }
});

test('after a failure it can be asked for again', async () => {
  let runs = 0;
  const job = new OneAtATime(async () => {
    if (runs++ === 0) throw new Error('first');
  });
  await expect(job.run()).rejects.toThrow('first');
  await job.run();
  expect(runs).toBe(2);
});
