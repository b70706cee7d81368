/** The life of a run in our own tmux server: start, prompt, interrupt, stop, and outside interference. */
import { expect } from 'vitest';
import { isProcessAlive } from '../../../src/lib/process-identity.ts';
import { waitUntil } from '../../../stage/patience.ts';
import { say, scene } from '../../../stage/screenplay.ts';
import { isLong } from '../../repetitions.ts';
import { stageTest } from '../../stage-test.ts';
import { openTmuxStage, serverPid, text, waitForScreen } from './tmux-stage.ts';

stageTest.runIf(isLong)('starts, takes a prompt, shows its screen, and stops', async ({ stage }) => {
  stage.play(scene('hello', [say('Good morning.')]));
  using tmux = openTmuxStage(stage);
  const run = await tmux.start();
  expect(run).toMatchObject({ driver: 'tmux', canRedeliver: false });
  expect(isProcessAlive(run.pid, run.startMark)).toBe(true);

  await run.deliver(text('hello'));
  const screen = await waitForScreen(run, /Good morning\./);
  expect(screen).toMatchObject({ columns: 120, rows: 40 });
  expect(stage.requests.at(-1)?.hearing.said).toEqual(['hello']);
  await waitUntil('its transcript', () => stage.transcript(run.sessionId).length > 0);

  const server = await serverPid(stage, tmux.home);
  await run.stop();
  expect(isProcessAlive(run.pid, run.startMark)).toBe(false);
  expect(tmux.reports.ends).toEqual([{ runId: run.runId, reason: 'stopped' }]);
  expect(isProcessAlive(server)).toBe(true);
  await tmux.driver.close();
  await waitUntil('the end of a tmux server without runs', () => !isProcessAlive(server));
});

stageTest('a second driver adopts the run of the first', async ({ stage }) => {
  stage.play(scene('hello', [say('Good morning.')]), scene('again', [say('Here I am.')]));
  using first = openTmuxStage(stage);
  const run = await first.start();
  await run.deliver(text('hello'));
  await waitForScreen(run, /Good morning\./);
  await first.driver.close();

  using second = openTmuxStage(stage);
  const [found, ...others] = await second.driver.reattach();
  expect(others).toEqual([]);
  if (!found) throw new Error('The run was not found.');
  const { runId, sessionId, pid, startMark } = run;
  expect(found).toMatchObject({ runId, sessionId, pid, startMark });
  await found.deliver(text('again'));
  await waitForScreen(found, /Here I am\./);
});

stageTest.runIf(isLong)('killed: claude, and then tmux', async ({ stage }) => {
  using tmux = openTmuxStage(stage);
  const first = await tmux.start();
  process.kill(first.pid, 'SIGKILL');
  await waitUntil('the end of the first', () => tmux.reports.ends.length === 1);
  expect(tmux.reports.ends[0]).toEqual({
    runId: first.runId,
    reason: 'exited',
  });

  const second = await tmux.start();
  process.kill(await serverPid(stage, tmux.home), 'SIGKILL');
  await waitUntil('the end of the second', () => tmux.reports.ends.length === 2);
  expect(tmux.reports.ends[1]).toEqual({ runId: second.runId, reason: 'its tmux server ended' });
  expect(isProcessAlive(second.pid, second.startMark)).toBe(false);

  const third = await tmux.start();
  expect(isProcessAlive(third.pid, third.startMark)).toBe(true);
});
