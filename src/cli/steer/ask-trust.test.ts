import { expect, test } from 'vitest';
import { ReinsError } from '../../protocol/errors.ts';
import { type Trust, withTrust } from './ask-trust.ts';

const untrusted = new ReinsError('folder_not_trusted', 'No.', { folder: '/work' });

function starting() {
  const tries: Trust[] = [];
  const start = async (trust: Trust) => {
    tries.push(trust);
    if (!trust.trust) throw untrusted;
    return 'started';
  };
  return { tries, start };
}

test('without a terminal, --trust is required', async () => {
  const { tries, start } = starting();
  await expect(withTrust(undefined, start)).rejects.toMatchObject({
    code: 'folder_not_trusted',
    message: expect.stringMatching(/\/work.*--trust/),
  });
  expect(tries).toEqual([{}]);
});

test('passes --trust on', async () => {
  const { tries, start } = starting();
  expect(await withTrust(true, start)).toBe('started');
  expect(tries).toEqual([{ trust: true }]);
});

test('passes other errors on', async () => {
  const error = new ReinsError('session_live', 'It lives.');
  await expect(withTrust(undefined, () => Promise.reject(error))).rejects.toBe(error);
});
