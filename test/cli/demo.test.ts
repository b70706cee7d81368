/** `reins demo` without an account: it starts, waits for answers, and leaves nothing behind. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { pinnedClaudeBinary } from '../../stage/claude-binary.ts';
import { waitUntil } from '../../stage/patience.ts';
import { reinsTest } from '../reins-process.ts';

reinsTest('starts, waits for answers, and removes everything after Ctrl-C', async ({ user }) => {
  const missing = await user.reins(['demo'], { REINS_CLAUDE: '/nowhere/claude' }).exited;
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('REINS_CLAUDE') });

  const demo = user.reins(['demo'], { REINS_CLAUDE: pinnedClaudeBinary() });
  await demo.waitForOutput(/127\.0\.0\.1:\d+\/pair#/);
  const [, home = ''] = await demo.waitForOutput(/REINS_HOME='(.+)'/);
  const kinds = async () => {
    const { stdout } = await user.reins(['inbox', '--json'], { REINS_HOME: home }).exited;
    return (JSON.parse(stdout).items as Interaction[]).map(({ kind }) => kind).sort();
  };
  // The settings of Claude Code outlive the demo.
  const install = await user.reins(['install'], { REINS_HOME: home }).exited;
  expect(install).toMatchObject({ code: 1, stderr: expect.stringContaining('unset REINS_HOME') });
  expect(existsSync(join(user.claudeConfig, 'settings.json'))).toBe(false);
  await waitUntil('three to wait', async () => (await kinds()).length === 3);
  expect(await kinds()).toEqual(['permission', 'plan', 'question']);
  demo.child.kill('SIGINT');
  expect((await demo.exited).code).toBe(0);
  expect(existsSync(home)).toBe(false);
});
