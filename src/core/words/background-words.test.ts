import { expect, test } from 'vitest';
import { taskCount, taskWords } from './background-words.ts';

test('hooks and the output stream tell of the same task in the same words', () => {
  const startedAt = '2026-01-02T12:00:00.000Z';
  const told = { description: 'Watch the tests', started_at: startedAt };
  const words = { id: 'b1', title: 'Watch the tests', about: 'command, running', startedAt };
  expect(taskWords({ id: 'b1', type: 'shell', status: 'running', ...told })).toEqual(words);
  expect(taskWords({ task_id: 'b1', task_type: 'local_bash', ...told })).toEqual(words);
});

test('a subagent says which one it is, and a state is told as it is', () => {
  const task = { id: 'a1', type: 'subagent', status: 'stopped', agent_type: 'Explore', description: 'Count' };
  expect(taskWords(task)).toEqual({ id: 'a1', title: 'Count', about: 'subagent Explore, stopped' });
});

test('what is not known is passed on', () => {
  expect(taskWords({ id: 'x', type: 'remote_session' })).toMatchObject({
    ...{ title: 'x', about: 'remote session, running' },
  });
  expect(taskWords({ odd: 1 })).toMatchObject({ title: 'without a name', about: 'task, running' });
});

test('how many there are', () => {
  expect([taskCount([]), taskCount([{}]), taskCount([{}, {}])]).toEqual([
    ...['', '1 background task', '2 background tasks'],
  ]);
});
