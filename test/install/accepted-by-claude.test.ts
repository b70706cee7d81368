/** The real Claude Code accepts every entry that we write, and otherwise works as before. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { say, scene } from '../../stage/screenplay.ts';
import { startReins } from '../reins-process.ts';
import { stageTest } from '../stage-test.ts';

const run = promisify(execFile);

stageTest('skips no entry, and still creates worktrees', async ({ stage }) => {
  const env = {
    ...stage.env,
    REINS_HOME: join(stage.folder, 'reins-home'),
    REINS_CLAUDE: stage.claudeBinary,
  };
  expect((await startReins(['install', '--all-events', '--deny-rules'], env).exited).code).toBe(0);
  const author = ['-c', 'user.name=stage', '-c', 'user.email=stage@example.org'];
  await run('git', ['init', '-q'], { cwd: stage.project, env });
  await run('git', [...author, 'commit', '-q', '--allow-empty', '-m', 'begin'], { cwd: stage.project, env });
  stage.play(scene('hello', [say('Good morning.')]));

  const claude = run(stage.claudeBinary, ['-p', '--worktree', 'aside', 'hello'], { cwd: stage.project, env });
  claude.child.stdin?.end();
  const { stdout, stderr } = await claude;
  expect(stdout).toContain('Good morning.');
  expect(stderr).not.toMatch(/skipped|ignored|hook/i);
  expect(existsSync(join(stage.project, '.claude/worktrees/aside'))).toBe(true);
});
