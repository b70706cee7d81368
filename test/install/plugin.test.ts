/** The hooks as a plugin: the same text as in settings, accepted by the real Claude Code. */
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
  expect((await install('--plugin', plugin)).stderr).toContain('each runs twice');
  const settings = JSON.parse(readFileSync(join(user.claudeConfig, 'settings.json'), 'utf8'));
  const hooks = JSON.parse(readFileSync(join(plugin, 'hooks', 'hooks.json'), 'utf8'));
  expect(hooks.hooks).toEqual(settings.hooks);
  const { stdout } = await run(pinnedClaudeBinary(), ['plugin', 'validate', plugin], { env: user.env });
  expect(stdout).toContain('Validation passed');
});

reinsTest('never overwrites a folder with other files', async ({ user }) => {
  const taken = join(user.folder, 'taken');
  mkdirSync(taken);
  writeFileSync(join(taken, 'thesis.tex'), '');
  const refused = await user.reins(['install', '--plugin', taken], claude).exited;
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('contains other files') });
  expect((await user.reins(['install', '--plugin', taken, '--project'], claude).exited).code).toBe(2);
});

reinsTest('doctor and install recognize the plugin', async ({ user }) => {
  const settings = join(user.claudeConfig, 'settings.json');
  writeFileSync(settings, JSON.stringify({ enabledPlugins: { 'reins@mine': true, 'other@mine': true } }));
  const doctor = async () => (await user.reins(['doctor'], claude).exited).stdout;
  expect(await doctor()).toMatch(/^ok +Hooks +by the plugin reins@mine$/m);
  const { stderr } = await user.reins(['install'], claude).exited;
  expect(stderr).toContain('The plugin reins@mine is enabled as well');
  expect(await doctor()).toMatch(/^warn +Hooks .*runs twice$/m);
});
