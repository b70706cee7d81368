/** Killed processes and the end of a run: no process is left behind, and the session can continue. */
import { expect } from 'vitest';
import type { StreamRun } from '../../../src/drivers/stream/stream-run.ts';
import { isProcessAlive } from '../../../src/lib/process-identity.ts';
import { Gate } from '../../../stage/gate.ts';
import { waitUntil } from '../../../stage/patience.ts';
import { call, say, scene } from '../../../stage/screenplay.ts';
import type { Stage } from '../../../stage/stage.ts';
import { isLong } from '../../repetitions.ts';
import { stageTest } from '../../stage-test.ts';
import { runnerPid, stubbornTool, waitForNoTools, waitForTool } from './processes.ts';
import { type StreamStage, streamStage, textPrompt } from './stream-stage.ts';

const TOOL = 'stubborn-tool';

/** A run in the middle of a tool that ignores TERM. */
async function startWithTool(
  stage: Stage,
  { driver, order }: StreamStage,
  isInBackground = false,
): Promise<StreamRun> {
  stage.play(
    scene(
      'work',
      [call('Bash', { command: stubbornTool(TOOL), run_in_background: isInBackground })],
      [say('Worked.')],
    ),
    scene('hello', [say('Good morning.')]),
  );
  const run = await driver().start(order({ choices: { allowed_tools: ['Bash(node:*)'] } }));
  await run.deliver(textPrompt('work'));
  await waitForTool(stage, TOOL);
  // Without it, a session whose claude is killed cannot be resumed.
  await waitUntil('the prompt in the transcript', () =>
    stage.transcript(run.sessionId).some(({ type }) => type === 'user'),
  );
  return run;
}

async function expectGone(run: StreamRun): Promise<void> {
  await waitUntil('claude to go', () => !isProcessAlive(run.pid, run.startMark));
}

/** The same session, resumed by a new run, remembers the conversation and answers. */
async function expectItGoesOn(
  { driver, order, recorder, isClean }: StreamStage,
  { sessionId }: StreamRun,
): Promise<void> {
  await isClean();
  const results = recorder.messages.filter(({ type }) => type === 'result').length;
  const next = await driver().start(order({ sessionId, how: 'resume' }));
  await next.deliver(textPrompt('hello'));
  expect(await recorder.result(results + 1)).toMatchObject({
    result: 'Good morning.',
    session_id: sessionId,
  });
  await next.stop();
}

stageTest.runIf(isLong)('the runner is killed while a turn streams', async ({ stage }) => {
  const gate = new Gate();
  stage.play(
    scene('talk', [say('word '.repeat(100), { chunk: 5, gate })]),
    scene('hello', [say('Good morning.')]),
  );
  const streams = streamStage(stage);
  const run = await streams.driver().start(streams.order());
  await run.deliver(textPrompt('talk'));
  await streams.recorder.next('the first words', ({ type }) => type === 'stream_event');
  process.kill(runnerPid(streams.runFolder(run)), 'SIGKILL');
  gate.open();
  expect(await streams.recorder.end()).toBe('its runner was killed');
  expect(isProcessAlive(run.pid, run.startMark)).toBe(false);
  expect(JSON.stringify(stage.transcript(run.sessionId))).toContain('word word');
  await expectItGoesOn(streams, run);
});

stageTest('the runner is killed while a tool runs', async ({ stage }) => {
  const streams = streamStage(stage);
  const run = await startWithTool(stage, streams);
  process.kill(runnerPid(streams.runFolder(run)), 'SIGKILL');
  expect(await streams.recorder.end()).toBe('its runner was killed');
  await expectGone(run);
  await waitForNoTools(stage, TOOL);
  await expectItGoesOn(streams, run);
});

stageTest('claude is killed while a tool runs', async ({ stage }) => {
  const streams = streamStage(stage);
  const run = await startWithTool(stage, streams);
  process.kill(run.pid, 'SIGKILL');
  expect(await streams.recorder.end()).toBe('killed by SIGKILL');
  await waitForNoTools(stage, TOOL);
  await expectItGoesOn(streams, run);
});

stageTest('runner and claude are killed while the hub is away', async ({ stage }) => {
  const streams = streamStage(stage);
  const before = streams.driver();
  const run = await startWithTool(stage, { ...streams, driver: () => before });
  before.close();
  const runner = runnerPid(streams.runFolder(run));
  for (const pid of [runner, run.pid]) process.kill(pid, 'SIGKILL');
  await waitUntil('the runner to go', () => !isProcessAlive(runner));
  expect(await streams.driver().reattach()).toEqual([]);
  expect(await streams.recorder.end()).toBe('its runner was killed');
  await waitForNoTools(stage, TOOL);
  await expectItGoesOn(streams, run);
});

for (const isInBackground of [false, true]) {
  stageTest(`stop also ends a tool${isInBackground ? ', in the background' : ''}`, async ({ stage }) => {
    const streams = streamStage(stage);
    const run = await startWithTool(stage, streams, isInBackground);
    await run.stop();
    expect(isProcessAlive(run.pid, run.startMark)).toBe(false);
    await waitForNoTools(stage, TOOL);
    expect(streams.recorder.ends).toEqual([{ runId: run.runId, reason: 'stopped' }]);
  });
}

stageTest('stop ends a frozen claude and its tool', async ({ stage }) => {
  const streams = streamStage(stage);
  const run = await startWithTool(stage, streams);
  process.kill(run.pid, 'SIGSTOP');
  await run.stop();
  expect(isProcessAlive(run.pid, run.startMark)).toBe(false);
  await waitForNoTools(stage, TOOL);
  expect(await streams.recorder.end()).toBe('stopped');
  await streams.isClean();
});
