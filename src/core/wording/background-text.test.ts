import { expect, test } from 'vitest';
import { taskCount, taskText } from './background-text.ts';

test('hooks and the output stream describe the same task alike', () => {
  const startedAt = '2026-01-02T12:00:00.000Z';
  const reported = { description: 'Watch the tests', started_at: startedAt };
  const words = { id: 'b1', title: 'Watch the tests', about: 'command, running', startedAt };
  expect(taskText({ id: 'b1', type: 'shell', status: 'running', ...reported })).toEqual(words);
  expect(taskText({ task_id: 'b1', task_type: 'local_bash', ...reported })).toEqual(words);
});

test('a subagent is named, and a state is shown as reported', () => {
  const task = { id: 'a1', type: 'subagent', status: 'stopped', agent_type: 'Explore', description: 'Count' };
  expect(taskText(task)).toEqual({ id: 'a1', title: 'Count', about: 'subagent Explore, stopped' });
});

test('unknown values are passed on', () => {
  expect(taskText({ id: 'x', type: 'remote_session' })).toMatchObject({
    ...{ title: 'x', about: 'remote session, running' },
  });
  expect(taskText({ odd: 1 })).toMatchObject({ title: 'without a name', about: 'task, running' });
});

test('counts tasks', () => {
  expect([taskCount([]), taskCount([{}]), taskCount([{}, {}])]).toEqual([
    ...['', '1 background task', '2 background tasks'],
  ]);
});
