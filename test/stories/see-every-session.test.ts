/** User story: every `claude` on the machine is seen, followed and recorded, with or without a hub. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { curl } from '../curl.ts';
import { type StageHub, startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';

/** Hooks written by hand into the user's settings, pointing to the hub. */
function pointHooksAt(stage: Stage, hub: StageHub): void {
  const events = ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PermissionRequest', 'Stop', 'SessionEnd'];
  const hook = {
    type: 'http',
    url: `${hub.url}/api/hooks`,
    timeout: 2,
    headers: { Authorization: 'Bearer $HUB_TOKEN' },
    allowedEnvVars: ['HUB_TOKEN'],
  };
  const hooks = Object.fromEntries(events.map((event) => [event, [{ hooks: [hook] }]]));
  writeFileSync(join(stage.configDir, 'settings.json'), JSON.stringify({ hooks }));
}

stageTest('a plain claude in a terminal: in ls, live in watch, and its end', async ({ stage }) => {
  const hub = await startStageHub(stage);
  pointHooksAt(stage, hub);
  stage.play(
    scene('make a file', [say('I will.'), call('Bash', { command: 'touch made.txt' })], [say('It is made.')]),
  );
  const claude = await stage.terminal({
    args: ['--permission-mode', 'manual'],
    env: { HUB_TOKEN: hub.ingestToken },
  });
  await waitUntil('the session', async () => (await hub.client.list()).items.length === 1);
  expect((await hub.run('ls')).stdout).toContain('project');
  const watching = hub.start('watch', 'last');
  await claude.prompt('make a file');
  await watching.waitForOutput(/make a file/);
  await watching.waitForOutput(/I will\./);
  await watching.waitForOutput(/touch made\.txt/);
  await waitUntil(
    'the request',
    async () => (await hub.client.interactions({ state: 'open' })).items.length === 1,
  );
  await claude.answerDialog(/Do you want/, '1');
  await watching.waitForOutput(/It is made\./);
  await waitUntil(
    'no request',
    async () => (await hub.client.interactions({ state: 'open' })).items.length === 0,
  );
  await claude.prompt('/exit');
  await claude.waitForExit();
  await waitUntil('the end', async () => (await hub.client.list()).items[0]?.status === 'ended');
  const { stdout } = await hub.run('ls', '--all', '--json');
  expect(JSON.parse(stdout).items).toMatchObject([{ status: 'ended' }]);
});

stageTest('curl with Last-Event-ID across kill -9 and a turn without watchers', async ({ stage }) => {
  const hub = await startStageHub(stage);
  const turns = ['first', 'second', 'third'];
  stage.play(...turns.map((turn) => scene(turn, [say(`Answer to the ${turn}.`)])));
  const claude = stage.headless();
  const play = async (turn: string) => {
    claude.send(turn);
    return (await claude.nextResult()).session_id as string;
  };
  const sessionId = await play('first');
  await waitUntil('the session', () => hub.client.get(sessionId).catch(() => undefined));

  const first = curl(stage, hub, sessionId);
  await waitUntil('the first turn', () => first.text().includes('Answer to the first.'));
  await hub.kill();
  await first.ended;
  await play('second');
  await hub.restart();
  const second = curl(stage, hub, sessionId, first.lastId());
  await play('third');
  await waitUntil('the third turn', () => second.text().includes('Answer to the third.'));

  const seqs = [...first.seqs(), ...second.seqs()];
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  const said = `${first.text()}${second.text()}`;
  for (const turn of turns) expect(said.split(`"text":"Answer to the ${turn}."`)).toHaveLength(2);
});
