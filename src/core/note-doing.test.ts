import { expect, test } from 'vitest';
import { event, reduce } from './event-fixture.ts';
import { presentSession } from './present-session.ts';

const runs = event({ type: 'run_started', pid: 1, start_mark: 'm' }, 0, { source: 'registry' });
const asks = (seconds: number) =>
  event(
    { type: 'prompt_submitted', prompt_id: 'p', uuid: 'u', text: 'go', origin: 'human', images: 0 },
    seconds,
    { observed: { cwd: '/code/api' } },
  );
const calls = (seconds: number, name: string, input: Record<string, unknown>, agent_id?: string) =>
  event(
    { type: 'tool_started', tool_use_id: `t${seconds}`, name, input },
    seconds,
    agent_id ? { agent_id } : {},
  );
const ends = (seconds: number) =>
  event({ type: 'turn_finished', prompt_id: 'p1', outcome: 'completed' }, seconds);
const doing = (...events: Parameters<typeof reduce>) => presentSession(reduce(runs, ...events)).doing;

test('the newest call of the main conversation, on one line', () => {
  const first = calls(2, 'Read', { file_path: '/code/api/src/db.ts' });
  const command = calls(3, 'Bash', { command: 'npm test\nnpm run lint' });
  expect(doing(asks(1), first)).toBe('Read src/db.ts');
  expect(doing(asks(1), first, command)).toBe('Run npm test');
  expect(doing(asks(1), command, first)).toBe('Run npm test');
  expect(doing(asks(1), first, calls(4, 'Grep', { pattern: 'x' }, 'helper'))).toBe('Read src/db.ts');
  expect(doing(asks(1), calls(2, 'Bash', { command: 'x'.repeat(500) }))).toHaveLength(120);
});

test('shows nothing between turns, and nothing from an earlier turn', () => {
  const call = calls(2, 'Bash', { command: 'ls' });
  expect(doing(asks(1))).toBeUndefined();
  expect(doing(asks(1), call, ends(3))).toBeUndefined();
  expect(doing(asks(1), call, ends(3), asks(4))).toBeUndefined();
});
