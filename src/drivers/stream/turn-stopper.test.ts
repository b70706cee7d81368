/** A stop takes effect in every order in which Claude Code may report it. */
import { expect, test } from 'vitest';
import { TurnStopper } from './turn-stopper.ts';

const begun = (uuid: string) =>
  JSON.stringify({ type: 'command_lifecycle', command_uuid: uuid, state: 'started' });
const ENDED = JSON.stringify({ type: 'result', terminal_reason: 'aborted_streaming' });

/** A Claude Code that responds to each interrupt with the next of these responses, followed by the given lines. */
function claude(...answers: { queued: string[]; after?: string[] }[]) {
  let interrupts = 0;
  const stopper: TurnStopper = new TurnStopper(async () => {
    await Promise.resolve();
    const { queued, after = [] } = answers[interrupts] ?? { queued: [] };
    interrupts += 1;
    const answer = { requestId: `r${interrupts}`, response: { still_queued: queued } };
    // In one tick, as lines that were read together.
    stopper.answered(answer);
    for (const line of after) stopper.onLine(line);
    return answer;
  }, 50);
  return { stopper, count: () => interrupts };
}

test('one interrupt ends a turn', async () => {
  const { stopper, count } = claude({ queued: [], after: [ENDED] });
  await stopper.stop();
  expect(count()).toBe(1);
});

test('interrupts a queued prompt once it starts', async () => {
  const { stopper, count } = claude({ queued: ['a'], after: [begun('a')] }, { queued: [], after: [ENDED] });
  await stopper.stop();
  expect(count()).toBe(2);
});

test('also interrupts it if it starts some time after the response', async () => {
  const { stopper, count } = claude({ queued: ['a'] }, { queued: [] });
  const stopped = stopper.stop();
  setImmediate(() => stopper.onLine(begun('a')));
  await stopped;
  expect(count()).toBe(2);
});

test('if the interrupt ended a turn, queued prompts continue', async () => {
  const { stopper, count } = claude({ queued: ['a'], after: [ENDED, begun('a')] });
  await stopper.stop();
  expect(count()).toBe(1);
});

test('leaves prompts alone that were queued later', async () => {
  const { stopper, count } = claude(
    { queued: ['a'], after: [begun('a')] },
    { queued: ['b'], after: [begun('b')] },
  );
  await stopper.stop();
  expect(count()).toBe(2);
});

test('ignores events before the response', async () => {
  const { stopper, count } = claude({ queued: ['a'], after: [begun('a')] });
  stopper.onLine(ENDED);
  await stopper.stop();
  expect(count()).toBe(2);
});

test('a second stop joins the first one, and new prompts wait for it', async () => {
  const { stopper, count } = claude({ queued: ['a'] }, { queued: [] });
  const both = Promise.all([stopper.stop(), stopper.stop()]);
  const prompted = stopper.settled().then(count);
  setImmediate(() => stopper.onLine(begun('a')));
  await both;
  expect(count()).toBe(2);
  expect(await prompted).toBe(2);
});

test('the timeout and the end of the process end the wait', async () => {
  await claude({ queued: ['a'] }).stopper.stop();
  const { stopper, count } = claude({ queued: ['a'] });
  const stopped = stopper.stop();
  setImmediate(() => stopper.close());
  await stopped;
  expect(count()).toBe(1);
});
