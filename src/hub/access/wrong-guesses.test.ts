import { expect, test } from 'vitest';
import { MAX_ADDRESSES, WrongGuesses } from './wrong-guesses.ts';

test('uses bounded memory for many addresses', () => {
  const guesses = new WrongGuesses(() => 0);
  for (let count = 0; count < 3 * MAX_ADDRESSES; count += 1) guesses.add(`fd00::${count.toString(16)}`);
  expect(guesses.addresses).toBe(MAX_ADDRESSES);
});
