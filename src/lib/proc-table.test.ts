/** The recorded lines were read from /proc on Linux 6.1. */
import { expect, test } from 'vitest';
import { parseStat } from './proc-table.ts';

const rest = '4194304 1 0 0 0 0 0 0 0 20 0 1 0 76801 2727936 221 18446744073709551615 1 1 0 0 0 0 0';

test('reads start, parent, group and terminal', () => {
  expect(parseStat(`4711 (node) S 4700 4711 4700 34819 4711 ${rest}`)).toEqual({
    startMark: '76801',
    hasEnded: false,
    parent: 4700,
    group: 4711,
    terminal: '34819',
    isInForeground: true,
  });
});

test('a command name may look like other fields', () => {
  expect(parseStat(`4711 (a) Z 1 (b)) S 4700 4711 4700 0 -1 ${rest}`)).toMatchObject({
    hasEnded: false,
    parent: 4700,
    terminal: undefined,
    isInForeground: false,
  });
});

test('a zombie has ended', () => {
  expect(parseStat(`4711 (node) Z 4700 4711 4700 0 -1 ${rest}`)?.hasEnded).toBe(true);
});

test('a truncated line yields no process', () => {
  expect(parseStat('4711 (node) S 4700')).toBeUndefined();
  expect(parseStat('')).toBeUndefined();
});

test('a stopped process does not receive typed keys', () => {
  // Its shell has not reclaimed the terminal yet.
  expect(parseStat(`4711 (node) Z 4700 4711 4700 34819 4711 ${rest}`)?.isInForeground).toBe(false);
  expect(parseStat(`4711 (node) T 4700 4711 4700 34819 4711 ${rest}`)?.isInForeground).toBe(false);
});
