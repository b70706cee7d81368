/** `reins watch --notify` with the real Claude Code, and a command on PATH that writes down what it is given. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { startDrivenHub } from '../drivers/driven-hub.ts';
import { startReins } from '../reins-process.ts';
import { stageTest } from '../stage-test.ts';

stageTest('an ask is shown on the desktop', async ({ stage }) => {
  const hub = await startDrivenHub(stage);
  const folder = join(stage.folder, 'desktop');
  await mkdir(folder);
  const shown = join(folder, 'shown');
  const script = `#!/bin/sh\nfor word in "$@"; do printf '%s\\n' "$word" >> '${shown}'; done\n`;
  writeFileSync(join(folder, 'notify-send'), script, { mode: 0o755 });

  const none = await startReins(['watch', '--notify'], { ...hub.env, PATH: join(folder, 'empty') }).exited;
  expect(none.code).not.toBe(0);
  expect(none.stderr).toContain('Install notify-send');

  const env = { ...hub.env, PATH: [folder, hub.env['PATH']].join(delimiter) };
  const watching = startReins(['watch', '--notify'], env);
  await watching.waitForOutput(/Watching all sessions/);
  stage.play(scene('make it', [call('Bash', { command: 'echo a > b', description: 'x' })], [say('Done.')]));
  const body = { cwd: stage.project, driver: 'stream', permission_mode: 'manual', prompt: 'make it' };
  await hub.ask('POST', '/sessions', body);
  const lines = await waitUntil(
    'the notification',
    () => {
      const written = existsSync(shown) ? readFileSync(shown, 'utf8').split('\n') : [];
      // The script writes one line after the other.
      return written.length === 5 && written;
    },
    { explain: () => JSON.stringify(watching.output()) },
  );
  expect(lines).toEqual(['--app-name=Reins', '--', 'make it', 'Claude is waiting: run echo a &gt; b', '']);
  watching.child.kill('SIGINT');
  expect(await watching.exited).toMatchObject({ code: 0, stderr: '' });
  await hub.kill('SIGTERM');
});
