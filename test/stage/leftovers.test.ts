/** A stage test that is killed midway leaves nothing behind after the next run's cleanup. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import {
  createStageFolder,
  removeStageFolder,
  STAGE_MARK,
  stageProcesses,
  sweepLeftovers,
} from '../../stage/stage-folder.ts';
import { repetitions } from '../repetitions.ts';

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
const config = join(import.meta.dirname, 'killed-run/vitest.config.ts');

test.for(repetitions({ short: 1, long: 20 }))('killed run %i is cleaned up', async () => {
  // The run's temporary folder is one of our stage folders: its cleanup cannot affect stages that run in parallel, and if
  // this test itself is killed, the next run finds everything.
  const root = createStageFolder();
  const readyFile = join(root, 'ready');
  const run = spawn(process.execPath, [vitest, 'run', '--config', config], {
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], HOME: root, TMPDIR: root, READY_FILE: readyFile, [STAGE_MARK]: root },
  });
  try {
    const folder = await waitUntil(
      'the test to be running',
      () => existsSync(readyFile) && readFileSync(readyFile, 'utf8'),
    );
    expect(await sweepLeftovers(root)).toEqual([]);
    process.kill(-(run.pid as number), 'SIGKILL');
    await waitUntil('the run to die', () => run.signalCode === 'SIGKILL');
    expect(stageProcesses(folder).length).toBeGreaterThan(0);

    await waitUntil('the cleanup', async () => (await sweepLeftovers(root)).includes(folder));
    expect(stageProcesses(folder)).toEqual([]);
    expect(readdirSync(root).filter((name) => name.startsWith('reins-stage-'))).toEqual([]);
  } finally {
    await removeStageFolder(root);
  }
});
