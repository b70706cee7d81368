/** Copies of a session with the real Claude Code, which gives all copied prompts the id of the copy's first own prompt. */
import { expect } from 'vitest';
import { say, scene } from '../../stage/screenplay.ts';
import { conversation, hasTurn, startDrivenHub } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';
import { Subscriber } from './subscriber.ts';

stageTest('every turn of a copy has its own end', async ({ stage }) => {
  stage.play(
    scene('one', [say('First.')]),
    scene('two', [say('Second.')]),
    scene('three', [say('Third.')]),
    scene('four', [say('Fourth.')]),
  );
  const hub = await startDrivenHub(stage);
  const { session_id: id } = await hub.ask('POST', '/sessions', { cwd: stage.project, prompt: 'one' });
  await hub.waitFor(id, 'the first turn', hasTurn('one', 'completed'));
  await hub.send(id, 'two');
  const source = await hub.waitFor(id, 'the second turn', hasTurn('two', 'completed'));
  const times = source.turns.map(({ duration_ms }) => duration_ms);

  const fork = async (driver: 'stream' | 'tmux') => {
    const { session_id: copy } = await hub.ask('POST', `/sessions/${id}/fork`, { driver });
    using subscriber = new Subscriber(hub, copy);
    await hub.send(copy, 'three');
    await hub.waitFor(copy, 'the third turn', hasTurn('three', 'completed'));
    await hub.send(copy, 'four');
    const view = await hub.waitFor(
      copy,
      'the time of the fourth turn',
      (now) => hasTurn('four', 'completed')(now) && now.turns[3]?.duration_ms !== undefined,
    );
    expect(conversation(view), driver).toEqual([
      ['one', ['First.'], 'completed'],
      ['two', ['Second.'], 'completed'],
      ['three', ['Third.'], 'completed'],
      ['four', ['Fourth.'], 'completed'],
    ]);
    // The duration of copied turns is not in the copy.
    expect(
      view.turns.map(({ duration_ms }) => duration_ms !== undefined),
      driver,
    ).toEqual([false, false, true, true]);
    // The copied ones may be read after the new ones were reported.
    await subscriber.waitFor('turn_finished', 4);
    const ended = subscriber.events('turn_finished').map(({ prompt_id }) => prompt_id);
    expect(ended.sort(), driver).toEqual(
      view.turns.map(({ prompt }) => prompt?.kind === 'prompt' && prompt.prompt_id).sort(),
    );
  };
  await fork('stream');
  await fork('tmux');

  // A copy that ends before a prompt, and one that ends before the first.
  const retry = async (turn: number, prompt: string) => {
    const before = source.turns[turn]?.prompt?.id;
    const { session_id: copy } = await hub.ask('POST', `/sessions/${id}/fork`, { before, prompt });
    return conversation(await hub.waitFor(copy, 'the turn', hasTurn(prompt, 'completed')));
  };
  expect(await retry(1, 'three')).toEqual([
    ['one', ['First.'], 'completed'],
    ['three', ['Third.'], 'completed'],
  ]);
  expect(await retry(0, 'four')).toEqual([['four', ['Fourth.'], 'completed']]);
  await expect(hub.client.fork(id, { before: 'no-prompt' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  await expect(hub.client.fork(id, { before: 'x', driver: 'tmux' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  expect((await hub.view(id)).turns.map(({ duration_ms }) => duration_ms)).toEqual(times);
});
