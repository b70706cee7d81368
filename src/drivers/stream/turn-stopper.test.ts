/** That a stop counts, in every order in which Claude Code may tell of it. */
import { expect, test } from 'vitest';
import { TurnStopper } from './turn-stopper.ts';

const begun = (uuid: string) =>
  JSON.stringify({ type: 'command_lifecycle', command_uuid: uuid, state: 'started' });
const ENDED = JSON.stringify({ type: 'result', terminal_reason: 'aborted_streaming' });

/** A Claude Code that answers each interrupt with the next of these, and says these lines right after it. */
function claude(...answers: { queued: string[]; after?: string[] }[]) {
  let interrupts = 0;
  const stopper: TurnStopper = new TurnStopper(async () => {
    await Promise.resolve();
    const { queued, after = [] } = answers[interrupts] ?? { queued: [] };
    interrupts += 1;
    const answer = { requestId: `r${interrupts}`, response: { still_queued: queued } };
    // In one piece, as lines that were read together.
    stopper.answered(answer);
    for (const line of after) stopper.hear(line);
    return answer;
  }, 50);
  return { stopper, count: () => interrupts };
}

test('one interrupt ends a turn', async () => {
  const { stopper, count } = claude({ queued: [], after: [ENDED] });
  await stopper.stop();
  expect(count()).toBe(1);
});

test('a prompt that was still in the queue is interrupted once it begins', async () => {
  const { stopper, count } = claude({ queued: ['a'], after: [begun('a')] }, { queued: [], after: [ENDED] });
  await stopper.stop();
  expect(count()).toBe(2);
});

test('also when it begins some time after the answer', async () => {
  const { stopper, count } = claude({ queued: ['a'] }, { queued: [] });
  const stopped = stopper.stop();
  setImmediate(() => stopper.hear(begun('a')));
  await stopped;
  expect(count()).toBe(2);
});

test('when a turn was ended by it, what waits in the queue goes on', async () => {
  const { stopper, count } = claude({ queued: ['a'], after: [ENDED, begun('a')] });
  await stopper.stop();
  expect(count()).toBe(1);
});

test('what came to the queue later is left alone', async () => {
  const { stopper, count } = claude(
    { queued: ['a'], after: [begun('a')] },
    { queued: ['b'], after: [begun('b')] },
  );
  await stopper.stop();
  expect(count()).toBe(2);
});

test('what happened before the answer says nothing about it', async () => {
  const { stopper, count } = claude({ queued: ['a'], after: [begun('a')] });
  stopper.hear(ENDED);
  await stopper.stop();
  expect(count()).toBe(2);
});

test('who stops meanwhile waits for the same stop, and new prompts wait too', async () => {
  const { stopper, count } = claude({ queued: ['a'] }, { queued: [] });
  const both = Promise.all([stopper.stop(), stopper.stop()]);
  const prompted = stopper.settled().then(count);
  setImmediate(() => stopper.hear(begun('a')));
  await both;
  expect(count()).toBe(2);
  expect(await prompted).toBe(2);
});

test('silence and the end of the process end the wait', async () => {
  await claude({ queued: ['a'] }).stopper.stop();
  const { stopper, count } = claude({ queued: ['a'] });
  const stopped = stopper.stop();
  setImmediate(() => stopper.close());
  await stopped;
  expect(count()).toBe(1);
});
