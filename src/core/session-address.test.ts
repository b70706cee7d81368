import { expect, test } from 'vitest';
import { isOfAddress, sessionAddress, splitAddress, withAddresses } from './session-address.ts';

test('an address is an id, with a host if several hosts know the id', () => {
  const session = { session_id: '11111111-1111-4111-8111-111111111111', host: 'laptop' };
  const address = sessionAddress(session);
  expect(splitAddress(address)).toEqual({ id: session.session_id, host: 'laptop' });
  expect(splitAddress(session.session_id)).toEqual({ id: session.session_id });
  expect(isOfAddress(address, session)).toBe(true);
  expect(isOfAddress(session.session_id, session)).toBe(true);
  expect(isOfAddress(address, { ...session, host: 'home' })).toBe(false);
  expect(isOfAddress(address, { ...session, session_id: 'other' })).toBe(false);
});

test('names the host only of sessions whose id is in the list more than once', () => {
  const list = [
    { session_id: 'a', host: 'home' },
    { session_id: 'a', host: 'laptop' },
    { session_id: 'b', host: 'laptop' },
  ];
  expect(withAddresses(list).map(({ address }) => address)).toEqual(['a@home', 'a@laptop', 'b']);
});
