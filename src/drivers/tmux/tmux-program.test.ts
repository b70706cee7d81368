import { expect, test } from 'vitest';
import { isNewEnough, requireTmux } from './tmux-program.ts';

test.each([
  ['tmux 3.3a', true],
  ['tmux 3.2', true],
  ['tmux next-3.6', true],
  ['tmux 4.0', true],
  ['tmux master', true],
  ['tmux 3.1c', false],
  ['tmux 2.9', false],
])('%s', (answer, expected) => {
  expect(isNewEnough(answer)).toBe(expected);
});

test('without tmux, the error names what to install', async () => {
  await expect(requireTmux({ PATH: '/nonexistent' })).rejects.toMatchObject({
    code: 'driver_unavailable',
    message: expect.stringContaining('tmux is not installed'),
  });
});
