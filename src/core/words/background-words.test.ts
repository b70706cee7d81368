import { expect, test } from 'vitest';
import { taskCount, taskWords } from './background-words.ts';

test('hooks and the output stream describe the same task alike', () => {
  const startedAt = '2026-01-02T12:00:00.000Z';
  const told = { description: 'Watch the tests', started_at: startedAt };
  const words = { id: 'b1', title: 'Watch the tests', about: 'command, running', startedAt };
  expect(taskWords({ id: 'b1', type: 'shell', status: 'running', ...told })).toEqual(words);
  expect(taskWords({ task_id: 'b1', task_type: 'local_bash', ...told })).toEqual(words);
});

test('a subagent is named, and a state is shown as reported', () => {
  const task = { id: 'a1', type: 'subagent', status: 'stopped', agent_type: 'Explore', description: 'Count' };
  expect(taskWords(task)).toEqual({ id: 'a1', title: 'Count', about: 'subagent Explore, stopped' });
});

test('unknown values are passed on', () => {
  expect(taskWords({ id: 'x', type: 'remote_session' })).toMatchObject({
    ...{ title: 'x', about: 'remote session, running' },
  });
  expect(taskWords({ odd: 1 })).toMatchObject({ title: 'without a name', about: 'task, running' });
});

test('counts tasks', () => {
  expect([taskCount([]), taskCount([{}]), taskCount([{}, {}])]).toEqual([
    ...['', '1 background task', '2 background tasks'],
  ]);
});
