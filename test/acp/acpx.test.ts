/**
 * A third-party client, acpx, if available. It needs a newer Node.js than Reins, so the environment names it:
 * ACPX='/path/to/node /path/to/acpx/dist/cli.js' (tried with 0.19.1).
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../../scripts/run-step.mjs';
import { patienceMs } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hubTest } from '../interactions/answering-stage.ts';

const [node = '', ...acpx] = (process.env['ACPX'] ?? '').split(' ').filter(Boolean);

hubTest.skipIf(node === '')('acpx prompts, allows and denies', async ({ stage, hub }) => {
  stage.play(
    scene('hello', [say('Good day to you.')]),
    scene('make it', [call('Bash', { command: 'touch made.txt' })], [say('Made.')]),
    scene('make another', [call('Bash', { command: 'touch another.txt' })], [say('Then not.')]),
  );
  const agent = `${process.execPath} ${join(root, 'dist', 'reins.js')} acp`;
  const options = { env: { ...hub.env }, cwd: stage.project, timeout: patienceMs() };
  const run = (...args: string[]) =>
    new Promise<string>((resolve) => {
      execFile(node, [...acpx, '--agent', agent, ...args], options, (_, stdout) => resolve(stdout));
    });
  expect(await run('exec', 'hello')).toMatch(/Good day to you\.[\s\S]*end_turn/);
  expect(await run('--approve-all', 'exec', 'make it')).toMatch(/Made\.[\s\S]*end_turn/);
  expect(existsSync(join(stage.project, 'made.txt'))).toBe(true);
  expect(await run('--deny-all', 'exec', 'make another')).toMatch(/Then not\.[\s\S]*end_turn/);
  expect(existsSync(join(stage.project, 'another.txt'))).toBe(false);
});
