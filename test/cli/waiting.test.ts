/** `reins send --wait` where prompts do not get a turn of their own: merged, folded in, let go first, cleared away. */
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, pause, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { type StageHub, startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';

async function begin(stage: Stage, hub: StageHub) {
  const { stdout } = await hub.run(
    'new',
    '--cwd',
    stage.project,
    '--driver',
    'stream',
    '--allowed-tools',
    'Bash',
  );
  const id = stdout.trim();
  return {
    id,
    async ask(...args: string[]) {
      const { code, stdout: answer } = await hub.run('send', id, ...args, '--wait', '--json');
      return { code, ...JSON.parse(answer) };
    },
    heard: (words: string) =>
      waitUntil(`Claude to hear ${words}`, () =>
        stage.requests.some(({ hearing }) => hearing.said.some((said) => said.includes(words))),
      ),
    told: (words: string) =>
      waitUntil(`the hub to tell ${words}`, async () =>
        JSON.stringify(await hub.client.get(id)).includes(words),
      ),
  };
}

stageTest('two prompts in one turn get the same answer', async ({ stage }) => {
  const hub = await startStageHub(stage);
  stage.play(
    scene('slow', [say('So'), pause(4000), say('slow.')]),
    scene(/second/, [say('To both of you.')]),
    scene('tool', [call('Bash', { command: 'node -e "setTimeout(() => {}, 4000)"' })], [say('To you too.')]),
  );
  const { ask, heard, told } = await begin(stage, hub);
  const slow = ask('slow');
  await heard('slow');
  const merged = await Promise.all([ask('second', '--when', 'steer'), ask('third', '--when', 'steer')]);
  expect(await slow).toMatchObject({ code: 0, text: 'slow.' });
  for (const answer of merged) expect(answer).toMatchObject({ code: 0, text: 'To both of you.' });

  const tool = ask('tool');
  await told('setTimeout');
  const folded = ask('by the way', '--when', 'steer');
  expect(await Promise.all([tool, folded])).toMatchObject([
    { outcome: 'completed', text: 'To you too.' },
    { outcome: 'completed', text: 'To you too.' },
  ]);
});

stageTest('one prompt goes before another, and one clears everything away', async ({ stage }) => {
  const hub = await startStageHub(stage);
  stage.play(scene('for ever', [say('And'), pause(80_000), say('on.')]), scene('urgent', [say('At once.')]));
  const { id, ask, heard } = await begin(stage, hub);
  const interrupted = ask('for ever');
  await heard('for ever');
  expect(await ask('urgent', '--when', 'now')).toMatchObject({ code: 0, text: 'At once.' });
  expect(await interrupted).toMatchObject({ code: 1, outcome: 'interrupted' });

  const cleared = await ask('/clear');
  expect(cleared).toMatchObject({ code: 0, session_id: id, continued_as: expect.any(String) });
  const late = await hub.run('send', id, 'hello');
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining(cleared.continued_as.slice(0, 8)) });
});

stageTest('a session that dies leaves nobody waiting', async ({ stage }) => {
  const hub = await startStageHub(stage);
  stage.play(scene('for ever', [say('And'), pause(80_000), say('on.')]));
  const { id, ask, heard } = await begin(stage, hub);
  const running = ask('for ever');
  await heard('for ever');
  const queued = ask('after that');
  await waitUntil('the queue', async () => (await hub.client.queue(id)).items.length === 1);
  process.kill((await hub.client.get(id)).pid ?? 0, 'SIGKILL');
  const ended = { code: 1, outcome: 'failed', error: { code: 'session_ended' } };
  expect(await running).toMatchObject(ended);
  expect(await queued).toMatchObject(ended);
});
