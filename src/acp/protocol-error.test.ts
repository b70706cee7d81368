import { expect, test } from 'vitest';
import { ReinsError } from '../protocol/errors.ts';
import { toRequestError } from './protocol-error.ts';

test('explains to the editor how to trust a folder', () => {
  const error = new ReinsError('folder_not_trusted', 'Send trust: true.', { folder: '/work' });
  expect(toRequestError(error)).toMatchObject({
    message: expect.stringMatching(/\/work.*reins new --trust/),
    data: { code: 'folder_not_trusted', details: { folder: '/work' } },
  });
});
