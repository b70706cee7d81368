/** The tasks of a session compared with Claude Code's own list. */
import { expect } from 'vitest';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn, startDrivenHub, type View } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';

interface Listed {
  readonly tasks: readonly { readonly id: string; readonly subject: string; readonly status: string }[];
}

/** What the last TaskList of the session printed. */
function ownList({ turns }: View) {
  const lists = turns.flatMap(({ items }) =>
    items.flatMap((item) =>
      item.kind === 'tool' && item.name === 'TaskList' ? [item.details as Listed] : [],
    ),
  );
  return lists.at(-1)?.tasks.map(({ id, subject, status }) => ({ id, subject, state: status }));
}

stageTest('deleted, renamed and refused: the same list as TaskList', async ({ stage }) => {
  const create = (subject: string) => [call('TaskCreate', { subject, description: subject })];
  const update = (input: object) => [call('TaskUpdate', { ...input })];
  stage.play(
    scene(
      'plan',
      ...['One', 'Two', 'Three', 'Four'].map(create),
      update({ taskId: '2', status: 'deleted' }),
      update({ taskId: '3', subject: 'Drei' }),
      update({ taskId: '3', status: 'in_progress' }),
      update({ taskId: '99', status: 'completed' }),
      update({ taskId: '1', status: 'nonsense' }),
      [say('Planned.')],
    ),
    scene('list them', [call('TaskList', {})], [say('Listed.')]),
  );
  const hub = await startDrivenHub(stage);
  const { session_id: id } = await hub.ask('POST', '/sessions', {
    cwd: stage.project,
    prompt: 'plan',
    env: { CLAUDE_CODE_ENABLE_TASKS: '1' },
    allowed_tools: ['TaskCreate', 'TaskUpdate', 'TaskList'],
  });
  const { tasks } = await hub.waitFor(id, 'the plan', hasTurn('plan', 'completed'));
  await hub.send(id, 'list them');
  const view = await hub.waitFor(id, 'the list', hasTurn('list them', 'completed'));
  expect(tasks).toEqual(ownList(view));
  expect(view.tasks).toEqual(ownList(view));
  expect(tasks.map(({ subject }) => subject)).toEqual(['One', 'Drei', 'Four']);
});
