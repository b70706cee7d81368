/** Two hubs with their own homes, installed in the same settings: both see the real session, and each is removed separately. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { type StageHub, startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';
import { countHooks } from './count-hooks.ts';

const openInteractionsOf = async ({ client }: StageHub) =>
  (await client.interactions({ state: 'open' })).items;

stageTest('both see a session and its requests; each uninstall removes its own hooks', async ({ stage }) => {
  const settings = join(stage.configDir, 'settings.json');
  const before = '{\n  "env": { "MINE": "1" }\n}\n';
  writeFileSync(settings, before);
  const one = await startStageHub(stage, 'home-one');
  const two = await startStageHub(stage, 'home-two');
  for (const hub of [one, two]) {
    const { code, stderr } = await hub.run('install', '--no-deny-rules');
    expect([code, stderr]).toEqual([0, '']);
  }
  stage.play(
    scene('make a file', [call('Bash', { command: 'touch made.txt' })], [say('It is made.')]),
    scene(/^say \d+$/, [say('Said.')]),
  );
  const claude = await stage.terminal({ args: ['--permission-mode', 'manual'] });
  await claude.prompt('make a file');
  const asks = await Promise.all(
    [one, two].map((hub) => waitUntil('the request', async () => (await openInteractionsOf(hub))[0])),
  );
  expect(asks[0]).toMatchObject({ tool_name: 'Bash', input: { command: 'touch made.txt' } });
  const sessionId = asks[0]?.session_id as string;
  expect(asks[1]?.session_id).toBe(sessionId);
  await claude.answerDialog(/Do you want to proceed/, '1');
  await claude.waitForScreen(/It is made/);
  for (const hub of [one, two])
    await waitUntil('the request to close', async () => (await openInteractionsOf(hub)).length === 0);

  expect((await one.run('uninstall')).code).toBe(0);
  const left = readFileSync(settings, 'utf8');
  expect(left).toContain(two.home);
  expect(left).not.toContain(one.home);

  let count = 0;
  const prompt = async () => {
    count++;
    const before = await countHooks(two.client, sessionId);
    await claude.prompt(`say ${count}`);
    await waitUntil('the other hub to see the turn', async () => {
      const turn = (await two.client.get(sessionId)).turns[count];
      return turn?.outcome === 'completed' && (await countHooks(two.client, sessionId)) >= before + 2;
    });
  };
  await waitUntil('the hooks of the first hub to stop', async () => {
    const before = await countHooks(one.client, sessionId);
    await prompt();
    return (await countHooks(one.client, sessionId)) === before;
  });
  expect((await two.run('uninstall')).code).toBe(0);
  expect(readFileSync(settings, 'utf8')).toBe(before);
});
