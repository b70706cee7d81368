/** The hub goes away and comes back: nothing that claude wrote is lost or reported twice, and no prompt is written twice. */
import { expect } from 'vitest';
import { isProcessAlive } from '../../../src/lib/process-identity.ts';
import { Gate, holdCommand } from '../../../stage/gate.ts';
import { waitUntil } from '../../../stage/patience.ts';
import { call, hold, say, scene } from '../../../stage/screenplay.ts';
import { isLong } from '../../repetitions.ts';
import { stageTest } from '../../stage-test.ts';
import { copyingClaude, runnerPid, waitForTool } from './processes.ts';
import { type Recorder, streamStage, textPrompt } from './stream-stage.ts';

const texts = ({ lines }: Recorder) => lines.map(({ text }) => text);

stageTest.runIf(isLong)('while a turn streams', async ({ stage }) => {
  const gate = new Gate();
  stage.play(scene('talk', [say('word '.repeat(200), { chunk: 5, gate })]));
  const { driver, order, recorder } = streamStage(stage);
  const claude = copyingClaude(stage);
  const before = driver();
  const run = await before.start(order({ claude: claude.path }));
  await run.deliver(textPrompt('talk'));
  await recorder.next('the first words', ({ type }) => type === 'stream_event');
  before.close();
  const taken = recorder.lines.length;
  const [found] = await driver().reattach();
  expect(found).toMatchObject({ runId: run.runId, pid: run.pid, sessionId: run.sessionId });
  gate.open();
  await recorder.result();
  expect(recorder.lines.length).toBeGreaterThan(taken);
  await found?.stop();
  expect(texts(recorder)).toEqual(claude.output());
});

stageTest('while a tool runs, again and again', async ({ stage }) => {
  const tool = holdCommand(stage.project, 'held-tool');
  stage.play(scene('work', [call('Bash', { command: tool.command })], [say('Worked.')]));
  const { driver, order, recorder } = streamStage(stage);
  const claude = copyingClaude(stage);
  let hub = driver();
  let run = await hub.start(order({ claude: claude.path }));
  await run.deliver(textPrompt('work'));
  await waitForTool(stage, 'held-tool');
  for (let restart = 0; restart < 5; restart++) {
    hub.close();
    hub = driver();
    const found = await hub.reattach();
    expect(found).toHaveLength(1);
    run = found[0] ?? run;
  }
  tool.release();
  expect(await recorder.result()).toMatchObject({ result: 'Worked.' });
  await run.stop();
  expect(texts(recorder)).toEqual(claude.output());
});

stageTest('and the run ends before it is back', async ({ stage }) => {
  const gate = new Gate();
  stage.play(scene('talk', [say('Some words.'), hold(gate), say('The last words.')]));
  const { driver, order, recorder, runFolder, isClean } = streamStage(stage);
  const claude = copyingClaude(stage);
  const before = driver();
  const run = await before.start(order({ claude: claude.path }));
  await run.deliver(textPrompt('talk'));
  await recorder.next('the first words', ({ type }) => type === 'stream_event');
  before.close();
  gate.open();
  await waitUntil('the turn to end', () => claude.output().some((line) => line.includes('"type":"result"')));
  process.kill(run.pid, 'SIGTERM');
  await waitUntil('the runner to go', () => !isProcessAlive(runnerPid(runFolder(run))));
  expect(await driver().reattach()).toEqual([]);
  expect(await recorder.end()).toMatch(/^exited/);
  expect(texts(recorder)).toEqual(claude.output());
  await isClean();
});

stageTest('while a prompt is being delivered', async ({ stage }) => {
  stage.play(scene('hello', [say('Good morning.')]));
  const { driver, order, recorder } = streamStage(stage);
  const claude = copyingClaude(stage);
  const before = driver();
  const run = await before.start(order({ claude: claude.path }));
  const prompt = textPrompt('hello');
  const delivery = run.deliver(prompt);
  await new Promise(setImmediate);
  before.close();
  await delivery.catch(() => {});
  const [found] = await driver().reattach();
  await found?.deliver(prompt);
  await found?.deliver(prompt);
  await recorder.result();
  await found?.stop();
  expect(claude.input().filter((line) => line.includes(prompt.messageId))).toHaveLength(1);
  expect(stage.requests).toHaveLength(1);
});

stageTest('a log that rejects writes for a while loses nothing', async ({ stage }) => {
  stage.play(scene('talk', [say('word '.repeat(400), { chunk: 5 }), hold()]));
  const { driver, order, recorder } = streamStage(stage);
  const claude = copyingClaude(stage);
  const run = await driver().start(order({ claude: claude.path }));
  await run.deliver(textPrompt('talk'));
  await recorder.next('the first words', ({ type }) => type === 'stream_event');
  recorder.isFull = true;
  // Responses are read although nothing is recorded.
  await run.interrupt();
  await waitUntil('the turn to end', () => claude.output().some((line) => line.includes('"type":"result"')));
  expect(recorder.messages.some(({ type }) => type === 'result')).toBe(false);
  recorder.isFull = false;
  expect(await recorder.result()).toMatchObject({ terminal_reason: 'aborted_streaming' });
  await run.stop();
  expect(texts(recorder)).toEqual(claude.output());
});
