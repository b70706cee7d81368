/** The hooks as a plugin: the same text as in settings, and the real Claude Code finds nothing wrong with it. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { pinnedClaudeBinary } from '../../stage/claude-binary.ts';
import { reinsTest } from '../reins-process.ts';

const claude = { REINS_CLAUDE: pinnedClaudeBinary() };
const run = promisify(execFile);

reinsTest('a plugin folder with the hooks of an install', async ({ user }) => {
  const plugin = join(user.folder, 'plugin');
  const install = (...args: string[]) => user.reins(['install', ...args], claude).exited;
  expect((await install('--plugin', plugin, '--dry-run')).stdout).toContain('hooks.json');
  expect(await install('--plugin', plugin)).toMatchObject({ code: 0, stderr: '' });
  expect((await install('--plugin', plugin)).stdout).toContain('already');
  await install();
  const settings = JSON.parse(readFileSync(join(user.claudeConfig, 'settings.json'), 'utf8'));
  const hooks = JSON.parse(readFileSync(join(plugin, 'hooks', 'hooks.json'), 'utf8'));
  expect(hooks.hooks).toEqual(settings.hooks);
  const { stdout } = await run(pinnedClaudeBinary(), ['plugin', 'validate', plugin], { env: user.env });
  expect(stdout).toContain('Validation passed');
});

reinsTest('never over somebody else’s folder', async ({ user }) => {
  const taken = join(user.folder, 'taken');
  mkdirSync(taken);
  writeFileSync(join(taken, 'thesis.tex'), '');
  const refused = await user.reins(['install', '--plugin', taken], claude).exited;
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('holds something else') });
  expect((await user.reins(['install', '--plugin', taken, '--project'], claude).exited).code).toBe(2);
});
