/** Completion in bash, zsh and fish, loaded as users do. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { root } from '../../scripts/run-step.mjs';
import { waitUntil } from '../../stage/patience.ts';
import { startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';

const run = promisify(execFile);

/** What each shell offers for a line, printed one per line. */
const ASK: Readonly<Record<string, (line: string) => readonly string[]>> = {
  bash: (line) => [
    '-c',
    `source <(reins completion bash); COMP_WORDS=(${line.replace(/ $/, " ''")}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _reins; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // In zsh, compadd makes the list: here it prints its arguments.
  zsh: (line) => [
    '-fc',
    `compdef() { :; }; _files() { :; }; _describe() { print -rl -- "\${(@P)2%%:*}"; }; source <(reins completion zsh); words=(${line.replace(/ $/, " ''")}); CURRENT=$#words; _reins`,
  ],
  fish: (line) => [
    '-c',
    `reins completion fish | source; complete -C '${line}' | string split -f 1 \\t; true`,
  ],
};

stageTest('completes commands, options and sessions in three shells', async ({ stage }) => {
  const hub = await startStageHub(stage);
  const bin = join(stage.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'reins'),
    `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/reins.js')}' "$@"\n`,
  );
  chmodSync(join(bin, 'reins'), 0o755);
  const env = { ...hub.env, PATH: `${bin}:${hub.env['PATH']}` };
  const { session_id: id } = await hub.client.createSession({
    cwd: stage.project,
    driver: 'stream',
    name: 'Fix it',
  });
  await waitUntil('the session', async () => (await hub.client.get(id)).title === 'Fix it');

  for (const [shell, ask] of Object.entries(ASK)) {
    const offered = async (line: string) =>
      (await run(shell, [...ask(line)], { env, cwd: stage.project })).stdout.trim().split('\n');
    expect(await offered('reins que'), shell).toEqual(['queue']);
    expect(await offered('reins ls --st'), shell).toEqual(['--status']);
    // A shell does not wait long for a hub: on a busy machine there may be nothing to offer at first.
    const offeredSessions = (line: string) =>
      waitUntil(`${shell} to complete "${line}"`, async () => {
        const found = await offered(line);
        return found.join() !== '' && found;
      });
    expect(await offeredSessions('reins attach '), shell).toEqual(
      expect.arrayContaining(['last', id.slice(0, 8)]),
    );
    expect(await offeredSessions(`reins attach ${id.slice(0, 4)}`), shell).toEqual([id.slice(0, 8)]);
  }

  // Without a hub it stays silent.
  await hub.kill('SIGTERM');
  const { stdout, stderr } = await run(join(bin, 'reins'), ['complete', '--', 'attach', ''], { env });
  expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
  expect((await hub.run('completion', 'tcsh')).code).toBe(2);
});
