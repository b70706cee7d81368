/** Runs that continue without a hub: the doctor finds them and ends them on request. */
import { expect } from 'vitest';
import { isProcessAlive } from '../../src/lib/process-identity.ts';
import { startDrivenHub } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';

stageTest('finds sessions that no hub controls, and ends them on request', async ({ stage }) => {
  const hub = await startDrivenHub(stage);
  const pids: number[] = [];
  for (const driver of ['stream', 'tmux']) {
    const { session_id } = await hub.ask('POST', '/sessions', { cwd: stage.project, driver });
    const { pid } = await hub.waitFor(session_id, 'its process', (view) => view.pid !== undefined);
    pids.push(pid as number);
  }
  expect((await hub.run('doctor')).stdout).toContain('2 runs, controlled by the hub');
  // Ending a controlled session would interrupt its user.
  expect((await hub.run('doctor', '--end-runs')).stdout).toContain('Ended 0 runs');
  expect(pids.map((pid) => isProcessAlive(pid))).toEqual([true, true]);

  await hub.kill('SIGKILL');
  const { stdout } = await hub.run('doctor');
  expect(stdout).toContain('2 sessions run without a hub');
  expect(stdout).toContain('reins doctor --end-runs');
  expect((await hub.run('doctor', '--end-runs')).stdout).toContain('Ended 2 runs');
  expect(pids.map((pid) => isProcessAlive(pid))).toEqual([false, false]);
});
