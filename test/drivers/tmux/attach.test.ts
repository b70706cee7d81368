/** People at the run's own terminal, and what must not disturb them. */
import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Run } from '../../../src/drivers/driver.ts';
import { isProcessAlive } from '../../../src/lib/process-identity.ts';
import { processes } from '../../../src/lib/processes.ts';
import { waitUntil } from '../../../stage/patience.ts';
import { call, say, scene } from '../../../stage/screenplay.ts';
import type { Stage } from '../../../stage/stage.ts';
import { stageProcesses } from '../../../stage/stage-folder.ts';
import { stageTest } from '../../stage-test.ts';
import { openTmuxStage, text, waitForScreen } from './tmux-stage.ts';

const exec = promisify(execFile);

/** A person's terminal, with the run's attach command typed into it. */
async function openTerminal(stage: Stage, name: string, run: Run, columns: number, rows: number) {
  const tmux = async (...args: string[]) => {
    const socket = join(stage.folder, 'person.sock');
    return (await exec('tmux', ['-S', socket, '-f', '/dev/null', ...args], { env: stage.env })).stdout;
  };
  const size = ['-x', String(columns), '-y', String(rows)];
  await tmux('new-session', '-d', '-s', name, ...size, '--', 'env', '-u', 'TMUX', ...run.terminalCommand());
  // A server that is about to end would take the next terminal with it.
  await tmux('set-option', '-s', 'exit-empty', 'off');
  return {
    press: (...keys: string[]) => tmux('send-keys', '-t', name, ...keys),
    screen: () => tmux('capture-pane', '-p', '-t', name),
    hasEnded: () =>
      tmux('has-session', '-t', name).then(
        () => false,
        () => true,
      ),
  };
}

stageTest('terminals come and go; the run takes their size and continues', async ({ stage }) => {
  stage.play(scene('hello', [say('Good morning.')]));
  using tmux = openTmuxStage(stage);
  const run = await tmux.start({ choices: { terminal: { columns: 140, rows: 45 } } });
  expect(await run.screen()).toMatchObject({ columns: 140, rows: 45 });

  const first = await openTerminal(stage, 'first', run, 100, 30);
  await Promise.all([
    waitUntil('the size of the terminal', async () => (await run.screen()).columns === 100),
    waitUntil('the way back', async () => (await first.screen()).includes('Detach with ctrl+\\')),
  ]);
  const second = await openTerminal(stage, 'second', run, 90, 25);
  await waitUntil('the size of the newest', async () => (await run.screen()).columns === 90);

  // What a person types there arrives, including ctrl+b, which belongs to Claude Code.
  await first.press('C-b');
  await first.press('-l', 'hello');
  await first.press('Enter');
  await waitForScreen(run, /Good morning\./);
  await waitUntil('it on the other terminal', async () => (await second.screen()).includes('Good morning.'));

  for (const terminal of [first, second]) {
    await terminal.press('C-\\');
    await waitUntil('the terminal to be free', terminal.hasEnded);
  }
  expect(isProcessAlive(run.pid, run.startMark)).toBe(true);
  const third = await openTerminal(stage, 'third', run, 80, 24);
  await waitUntil('it to be back', async () => (await third.screen()).includes('Good morning.'));
  await run.stop();
  await waitUntil('the terminal to end with it', third.hasEnded);
});

stageTest(
  'keys arrive while someone has scrolled back, and after the connection to tmux was killed',
  async ({ stage }) => {
    stage.play(scene('hello', [say('Good morning.')]), scene('again', [say('Good evening.')]));
    using tmux = openTmuxStage(stage);
    const run = await tmux.start();
    const socket = join(tmux.home, 'tmux.sock');
    await exec('tmux', ['-S', socket, 'copy-mode', '-t', `=${run.runId}:`], { env: stage.env });
    await run.deliver(text('hello'));
    await waitForScreen(run, /Good morning\./);

    const clients = await exec('tmux', ['-S', socket, 'list-clients', '-F', '#{client_pid}'], {
      env: stage.env,
    });
    const pids = clients.stdout.trim().split('\n').map(Number);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await waitUntil('the connection to end', () => !pids.some((pid) => isProcessAlive(pid)));
    // Reading detects it and reconnects.
    await run.screen();
    await run.deliver(text('again'));
    await waitForScreen(run, /Good evening\./);
    expect(tmux.reports.ends).toEqual([]);
    process.kill(run.pid, 'SIGKILL');
    await waitUntil('the end', () => tmux.reports.ends.length === 1);
  },
);

stageTest('leaves nothing running when stopped in the middle of a tool', async ({ stage }) => {
  const command = 'node -e "setTimeout(() => {}, 600000)" marked-tool';
  stage.play(scene('run it', [call('Bash', { command, description: 'Wait' })], [say('Never said.')]));
  using tmux = openTmuxStage(stage);
  const run = await tmux.start({ choices: { allowed_tools: ['Bash'] } });
  await run.deliver(text('run it'));
  const tools = () =>
    stageProcesses(stage.folder).filter((pid) =>
      processes.commandLine(pid).join(' ').includes('marked-tool'),
    );
  await waitUntil('the tool to run', () => tools().length > 0, {
    explain: async () => (await run.screen()).text,
  });
  await run.stop();
  expect(isProcessAlive(run.pid, run.startMark)).toBe(false);
  await waitUntil('the tool to end', () => tools().length === 0);
});

stageTest('identifies a claude started by a script by its own process', async ({ stage }) => {
  const script = join(stage.folder, 'my-claude');
  writeFileSync(script, `#!/bin/sh\n"${stage.claudeBinary}" "$@"\n`);
  chmodSync(script, 0o755);
  using first = openTmuxStage(stage);
  const run = await first.start({ claude: script });
  expect(processes.commandLine(run.pid)[0]).toBe(stage.claudeBinary);
  await first.driver.close();
  using second = openTmuxStage(stage);
  const [found] = await second.driver.reattach();
  expect(found).toMatchObject({ pid: run.pid, startMark: run.startMark });
  expect(await found?.blockedBy()).toBeUndefined();
  await found?.stop();
  expect(second.reports.ends).toMatchObject([{ reason: 'stopped' }]);
});
