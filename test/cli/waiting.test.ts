/** `reins send --wait` for prompts without a separate turn: merged, folded in, overtaken, or cleared. */
import { expect } from 'vitest';
import { Gate, holdCommand } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, hold, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { isEnqueued } from '../claude-queue.ts';
import { sharedHubTest as test } from '../shared-hub-test.ts';
import type { StageHub } from '../stage-hub.ts';

async function begin(stage: Stage, hub: StageHub) {
  const { session_id: id } = await hub.client.createSession({
    ...{ cwd: stage.project, driver: 'stream', allowed_tools: ['Bash'] },
  });
  return {
    id,
    async ask(...args: string[]) {
      const { code, stdout: answer } = await hub.run('send', id, ...args, '--wait', '--json');
      return { code, ...JSON.parse(answer) };
    },
    received: (words: string) =>
      waitUntil(`Claude to hear ${words}`, () =>
        stage.requests.some(({ hearing }) => hearing.said.some((said) => said.includes(words))),
      ),
    reported: (words: string) =>
      waitUntil(`the hub to tell ${words}`, async () =>
        JSON.stringify(await hub.client.get(id)).includes(words),
      ),
  };
}

test('two prompts in one turn get the same answer', async ({ stage, hub }) => {
  const gate = new Gate();
  const tool = holdCommand(stage.project);
  stage.play(
    scene('slow', [say('So'), hold(gate), say('slow.')]),
    scene(/second/, [say('To both of you.')]),
    scene('use a tool', [call('Bash', { command: tool.command })], [say('To you too.')]),
  );
  const { id, ask, reported } = await begin(stage, hub);
  const slow = ask('slow');
  await gate.reached;
  const merged = ['second', 'third'].map((words) => ask(words, '--when', 'steer'));
  for (const words of ['second', 'third']) await isEnqueued(stage, id, words);
  gate.open();
  expect(await slow).toMatchObject({ code: 0, text: 'slow.' });
  for (const answer of await Promise.all(merged))
    expect(answer).toMatchObject({ code: 0, text: 'To both of you.' });

  const using = ask('use a tool');
  await reported(tool.command);
  const folded = ask('by the way', '--when', 'steer');
  await isEnqueued(stage, id, 'by the way');
  tool.release();
  expect(await Promise.all([using, folded])).toMatchObject([
    { outcome: 'completed', text: 'To you too.' },
    { outcome: 'completed', text: 'To you too.' },
  ]);
});

test('a prompt overtakes another, and /clear ends the conversation', async ({ stage, hub }) => {
  stage.play(scene('for ever', [say('And'), hold()]), scene('urgent', [say('At once.')]));
  const { id, ask, received } = await begin(stage, hub);
  const interrupted = ask('for ever');
  await received('for ever');
  expect(await ask('urgent', '--when', 'now')).toMatchObject({ code: 0, text: 'At once.' });
  expect(await interrupted).toMatchObject({ code: 1, outcome: 'interrupted' });

  const cleared = await ask('/clear');
  expect(cleared).toMatchObject({ code: 0, session_id: id, continued_as: expect.any(String) });
  const late = await hub.run('send', id, 'hello');
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining(cleared.continued_as.slice(0, 8)) });
});

test('nothing waits for a session that was killed', async ({ stage, hub }) => {
  stage.play(scene('for ever', [say('And'), hold()]));
  const { id, ask, received } = await begin(stage, hub);
  const running = ask('for ever');
  await received('for ever');
  const queued = ask('after that');
  await waitUntil('the queue', async () =>
    (await hub.client.queue(id)).items.some(({ text }) => text === 'after that'),
  );
  process.kill(await waitUntil('its process', async () => (await hub.client.get(id)).pid), 'SIGKILL');
  const ended = { code: 1, outcome: 'failed', error: { code: 'session_ended' } };
  expect(await running).toMatchObject(ended);
  expect(await queued).toMatchObject(ended);
});
