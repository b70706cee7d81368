import { expect, test } from 'vitest';
import { workingRow } from './working-row.ts';

const call = (name: string, input: object, finished_at?: string) => ({
  kind: 'tool',
  name,
  input,
  finished_at,
});
const wordsFor = (items: object[], rest: object = {}) =>
  workingRow({
    ...{ status: 'working', cwd: '/p', turns: [{ prompt: { at: '1' }, items }], ...rest },
  } as unknown as Parameters<typeof workingRow>[0])?.words;

test('says what Claude is doing', () => {
  expect(wordsFor([])).toBe('Thinking');
  expect(wordsFor([], { streaming_text: 'So' })).toBe('Writing');
  expect(wordsFor([call('Bash', { command: 'npm test\n# more' })])).toBe('Running npm test');
  expect(wordsFor([call('Read', { file_path: '/p/a.ts' }, '2')])).toBe('Thinking');
  expect(wordsFor([call('Read', { file_path: '/p/a.ts' }), call('Read', { file_path: '/p/b.ts' })])).toBe(
    'Reading a.ts and 1 more',
  );
  expect(wordsFor([call('Skill', { skill: 'x' })])).toBe('Using Skill x');
});

test('says nothing while Claude waits or the turn is over', () => {
  expect(wordsFor([], { status: 'waiting' })).toBeUndefined();
  expect(wordsFor([], { turns: [{ prompt: { at: '1' }, items: [], outcome: 'completed' }] })).toBeUndefined();
  expect(wordsFor([], { turns: [] })).toBeUndefined();
});
