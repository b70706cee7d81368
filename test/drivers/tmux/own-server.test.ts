/** The hub's one connection to its tmux server, while it is being made. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { OwnServer, ownSocketOf } from '../../../src/drivers/tmux/own-server.ts';
import { isProcessAlive } from '../../../src/lib/process-identity.ts';
import { waitUntil } from '../../../stage/patience.ts';
import { stageTest } from '../../stage-test.ts';

stageTest('a connection in progress is not cut off when the hub stops', async ({ stage }) => {
  const bin = join(stage.folder, 'bin');
  const [gate, pidFile] = [join(stage.folder, 'gate'), join(stage.folder, 'pid')];
  mkdirSync(bin);
  execFileSync('mkfifo', [gate]);
  const real = execFileSync('sh', ['-c', 'command -v tmux'], { env: stage.env, encoding: 'utf8' }).trim();
  // Reaches the gate before it connects.
  writeFileSync(
    join(bin, 'tmux'),
    `#!/bin/sh\n[ "$1" = -V ] && exec ${real} -V\necho $$ > ${pidFile}\nhead -n 1 ${gate} > /dev/null\nexec ${real} "$@"\n`,
    { mode: 0o700 },
  );
  const server = new OwnServer({
    home: join(stage.folder, 'reins-home'),
    env: { ...stage.env, PATH: `${bin}:${stage.env['PATH']}` },
    onChange: () => {},
    onLost: () => {},
  });
  const connecting = server.connect();
  await waitUntil('the client', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '');
  const closing = server.close();
  writeSync(openSync(gate, 'r+'), 'go\n');
  // Attached first, and only then closed.
  expect((await connecting).isGone).toBe(true);
  await closing;
});

stageTest(
  'the client of a killed hub, which tmux cannot write to, does not keep a server alive',
  async ({ stage }) => {
    const home = join(stage.folder, 'reins-home');
    mkdirSync(home, { mode: 0o700 });
    const args = [
      '-C',
      '-S',
      ownSocketOf(home),
      '-f',
      '/dev/null',
      'new-session',
      '-s',
      'keeper',
      'sleep',
      '60',
    ];
    // Prints more than a pipe can hold, with no reader.
    const client = spawn('tmux', args, { env: stage.env, stdio: ['pipe', 'pipe', 'ignore'] });
    await once(client.stdout, 'readable');
    client.stdin.write('list-keys\n'.repeat(60));
    const server = Number(
      execFileSync('tmux', ['-S', ownSocketOf(home), 'display-message', '-p', '#{pid}'], { env: stage.env }),
    );
    await waitUntil(
      'the pipe to be full',
      () => client.stdout.readableLength >= client.stdout.readableHighWaterMark,
    );
    client.stdin.destroy();
    client.stdout.destroy();
    const next = new OwnServer({ home, env: stage.env, onChange: () => {}, onLost: () => {} });
    await next.connect();
    await next.close();
    await waitUntil('tmux to end', () => !isProcessAlive(server));
  },
);
