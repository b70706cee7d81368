/** User story: a person at the real Claude Code, while other devices follow the same session live. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { say, scene } from '../../stage/screenplay.ts';
import { reinsInPane } from '../pane.ts';
import { startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';

stageTest('reins new opens Claude Code, detach and attach come and go', async ({ stage }) => {
  const hub = await startStageHub(stage);
  stage.play(
    scene('hello', [say('Good morning.')]),
    scene('from the phone', [say('Hello, phone.')]),
    scene('typed here', [say('Seen everywhere.')]),
  );
  const pane = await reinsInPane(stage, hub.env, 'new', 'hello', '--name', 'At the desk');
  await pane.waitForScreen(/Good morning\./);
  const { items } = await hub.client.list();
  expect(items).toMatchObject([{ driver: 'tmux', title: 'At the desk', cwd: stage.project }]);
  const id = items[0]?.session_id ?? '';

  const phone = await hub.run('send', 'at the desk', 'from the phone', '--wait');
  expect(phone).toEqual({ code: 0, stdout: 'Hello, phone.\n', stderr: '' });
  await pane.waitForScreen(/Hello, phone\./);
  await pane.prompt('typed here');
  await waitUntil('the turn on the phone', async () =>
    JSON.stringify((await hub.client.get(id)).turns).includes('Seen everywhere.'),
  );

  await pane.press('C-\\');
  await pane.waitForScreen(
    new RegExp(`continues\\. Reopen it with "reins attach ${id.slice(0, 8)}"[\\s\\S]*exit code 0`),
  );
  await waitUntil('the session to be idle', async () => (await hub.client.get(id)).status === 'idle');
  const again = await reinsInPane(stage, hub.env, 'attach', 'At the desk');
  await again.waitForScreen(/Seen everywhere\./);
  await again.prompt('/exit');
  await again.waitForScreen(/The session has ended\. "reins attach [\s\S]*exit code 0/);
  await waitUntil('the end', async () => (await hub.client.get(id)).status === 'ended');
});

stageTest('reins new starts a hub if none is running', async ({ stage }) => {
  stage.play(scene('hello', [say('Good morning.')]));
  const home = join(stage.folder, 'fresh');
  mkdirSync(home);
  writeFileSync(join(home, 'config.json'), '{"port":0}');
  const env = { ...stage.env, REINS_HOME: home, REINS_CLAUDE: stage.claudeBinary };
  const pane = await reinsInPane(stage, env, 'new', 'hello');
  await pane.waitForScreen(/Good morning\./);
  await pane.press('C-\\');
  await pane.waitForScreen(/started a hub at http\S+, because none was running[\s\S]*exit code 0/);
});
