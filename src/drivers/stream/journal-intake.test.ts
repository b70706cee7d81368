import { expect, it, vi } from 'vitest';
import { type IntakeOptions, JournalIntake } from './journal-intake.ts';
import type { JournalReader, ReadRecord } from './journal-reader.ts';

const record = (n: number): ReadRecord => ({ at: 1, channel: 'out', text: `line ${n}`, end: n });

/** An intake over lines that the test provides. */
function makeIntake(take: IntakeOptions['take']) {
  const waiting: ReadRecord[][] = [];
  const read: number[] = [];
  const reader = {
    read: () => waiting.shift() ?? [],
    segmentStart: 0,
    removeUpTo: () => 0,
    close: () => {},
  } as unknown as JournalReader;
  const intake = new JournalIntake({ reader, onRead: ({ end }) => read.push(end), take, takenUpTo: () => 0 });
  return { intake, read, say: (...numbers: number[]) => waiting.push(numbers.map(record)) };
}

it('reads immediately, delivers in order once started', async () => {
  const taken: number[] = [];
  const { intake, read, say } = makeIntake(({ end }) => taken.push(end) > 0);
  say(1, 2);
  await intake.readOn();
  expect([read, taken]).toEqual([[1, 2], []]);
  say(3);
  intake.beginTaking();
  await intake.readOn();
  expect(taken).toEqual([1, 2, 3]);
});

it('offers a rejected line again before any later line', async () => {
  vi.useFakeTimers();
  const offered: number[] = [];
  let isFull = true;
  const { intake, read, say } = makeIntake(({ end }) => {
    offered.push(end);
    return end < 2 || !isFull;
  });
  intake.beginTaking();
  say(1, 2, 3);
  say(4);
  const reading = intake.readOn();
  await vi.runOnlyPendingTimersAsync();
  await reading;
  expect(read).toEqual([1, 2, 3, 4]);
  expect(offered.filter((n) => n === 1)).toHaveLength(1);
  expect(offered).not.toContain(3);
  isFull = false;
  offered.length = 0;
  await vi.advanceTimersByTimeAsync(1000);
  expect(offered).toEqual([2, 3, 4]);
  vi.useRealTimers();
});

it('waits for a slow line, and retries one that fails', async () => {
  vi.useFakeTimers();
  const taken: number[] = [];
  let failures = 1;
  const { intake, say } = makeIntake(async ({ end }) => {
    await null;
    if (end === 2 && failures-- > 0) throw new Error('not now');
    taken.push(end);
    return true;
  });
  intake.beginTaking();
  say(1, 2, 3);
  await vi.advanceTimersByTimeAsync(0);
  await intake.readOn();
  await vi.advanceTimersByTimeAsync(1000);
  expect(taken).toEqual([1, 2, 3]);
  vi.useRealTimers();
});

it('puts a conclusion after everything that is still unread', async () => {
  const taken: number[] = [];
  const { intake, say } = makeIntake(({ end }) => taken.push(end) > 0);
  intake.beginTaking();
  say(1);
  say(2);
  intake.conclude(record(9));
  await intake.readOn();
  expect(taken).toEqual([1, 2, 9]);
});

it('stops when it is closed', async () => {
  const taken: number[] = [];
  const { intake, say } = makeIntake(({ end }) => {
    taken.push(end);
    intake.close();
    return true;
  });
  intake.beginTaking();
  say(1, 2);
  await intake.readOn();
  await intake.readOn();
  expect(taken).toEqual([1]);
});
