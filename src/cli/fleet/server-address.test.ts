import { expect, test } from 'vitest';
import { defaultHostName, guessUrl, isLoopback, parseListen, parseServerUrl } from './server-address.ts';

test.for([
  ['10.0.0.1', '10.0.0.1:4222'],
  ['0.0.0.0:4333', '0.0.0.0:4333'],
  ['[::1]:4222', '[::1]:4222'],
  ['hub.example', 'hub.example:4222'],
])('--listen %s means %s', ([text, listen]) => {
  expect(parseListen(text as string)).toBe(listen);
});

test.for(['', ':4222', 'a:b', '1.2.3.4:99999', 'x y', '"; }'])('--listen %j is refused', (text) => {
  expect(() => parseListen(text)).toThrow('--listen must be an address');
});

test('addresses of servers contain no logins, which would end up in the membership', () => {
  expect(parseServerUrl('nats.example:4222')).toBe('nats://nats.example:4222');
  expect(parseServerUrl('tls://nats.example/')).toBe('tls://nats.example');
  for (const text of ['nats://me:secret@x', 'http://x', 'nats://'])
    expect(() => parseServerUrl(text)).toThrow('is not the address of a NATS server');
});

test('the address for others is a guess that people see', () => {
  expect(guessUrl('100.64.0.1:4222', { isTls: false })).toBe('nats://100.64.0.1:4222');
  expect(guessUrl('127.0.0.1:4222', { isTls: true })).toBe('tls://127.0.0.1:4222');
  expect(guessUrl('0.0.0.0:4222', { isTls: true })).toMatch(/^tls:\/\/.+:4222$/);
  expect([isLoopback('127.0.0.1:1'), isLoopback('10.0.0.1:1')]).toEqual([true, false]);
  expect(defaultHostName()).toMatch(/^[A-Za-z0-9][\w-]*$/);
});
