import { expect, test } from 'vitest';
import type { Interaction } from '../../protocol/interactions.ts';
import { canBeAnsweredTogether } from './answered-together.ts';

const asks = (command: string, more: Partial<Interaction> = {}) =>
  canBeAnsweredTogether({
    kind: 'permission',
    state: 'open',
    routes: ['hook'],
    tool_name: 'Bash',
    input: { command },
    ...more,
  } as Interaction);

test('permission requests without any known danger', () => {
  expect(asks('npm test')).toBe(true);
  expect(asks('rm -rf build')).toBe(false);
  expect(asks('npm test', { flags: [{ code: 'touches_hub', message: 'x' }] })).toBe(false);
  expect(asks('npm test', { without_hook: true })).toBe(false);
  expect(asks('npm test', { routes: [] })).toBe(false);
  expect(asks('npm test', { kind: 'question' })).toBe(false);
  expect(asks('npm test', { state: 'answered' })).toBe(false);
});

test('a file outside of the folder is judged one by one', () => {
  const edit = { tool_name: 'Edit', input: { file_path: '/etc/hosts' } };
  expect(asks('', { ...edit, cwd: '/home/ann' })).toBe(false);
  expect(asks('', { ...edit, cwd: '/etc' })).toBe(true);
});
