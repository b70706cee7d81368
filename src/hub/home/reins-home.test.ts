import { expect, test } from 'vitest';
import { explainHomeError, locateHome } from './reins-home.ts';

const home = locateHome({ REINS_HOME: '/home/ann/.reins' });

test.each([
  ['ENOSPC', 'is full'],
  ['EDQUOT', 'is used up'],
  ['EROFS', 'is read-only'],
])('%s is explained in a sentence with what to do', (code, words) => {
  const error = Object.assign(new Error(`${code}: write`), { code });
  const explained = explainHomeError(error, home) as Error;
  expect(explained).toMatchObject({ code: 'home_not_writable' });
  expect(explained.message).toContain(words);
  expect(explained.message).toMatch(/Then start the hub again\.$/);
});

test('leaves any other error unchanged', () => {
  const error = new Error('something else');
  expect(explainHomeError(error, home)).toBe(error);
});
