import { expect, test } from 'vitest';
import { reachableAddresses, reachedFromOutside } from './reachable-addresses.ts';

const LAN = ['192.168.1.5', '10.0.0.2'];
const http = 'http://127.0.0.1:4820';
const from = (host: string, more: { publicUrl?: string; httpsPort?: number } = {}) =>
  reachableAddresses({ publicUrl: null, host, http, ...more }, LAN);

test('a hub on loopback is reachable only from this machine', () => {
  expect(from('127.0.0.1')).toEqual([http]);
  expect(reachedFromOutside('localhost', LAN)).toEqual([]);
});

test('a hub on all addresses is reachable at every address of the machine', () => {
  expect(from('0.0.0.0')).toEqual(['http://192.168.1.5:4820', 'http://10.0.0.2:4820', http]);
  expect(reachedFromOutside('::', LAN)).toEqual(LAN);
  expect(from('fd00::5')).toEqual(['http://[fd00::5]:4820', http]);
});

test('a configured address comes first; HTTPS replaces HTTP', () => {
  expect(from('127.0.0.1', { publicUrl: 'https://hub.example/' })).toEqual(['https://hub.example', http]);
  expect(from('10.0.0.2', { httpsPort: 4843 })).toEqual(['https://10.0.0.2:4843', http]);
});
