import { expect, test } from 'vitest';
import { fitsPattern, stepsFor } from './fits-pattern.ts';

test.each([
  ['^[A-Z]+$', 'ABC', 'abc'],
  ['^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', 'a.person.with.a.name@mail.example.org', 'nobody'],
  ['^\\d{4}-\\d{2}-\\d{2}$', '2026-01-31', '2026-1-31'],
  ['^(?:red|green|blue)$', 'green', 'grey'],
  ['^v?(\\d+)\\.(\\d+)\\.(\\d+)(-[\\w.]+)?$', 'v1.20.3-rc.1', '1.2'],
  ['^(?=.*\\d)(?=.*[a-z]).{8,64}$', 'a1b2c3d4e5', 'abcdefgh'],
  ['^([0-9A-F]{2}:){5}[0-9A-F]{2}$', '00:1B:44:11:3A:B7', '00:1B:44'],
  ['needle', `${'hay '.repeat(100)}needle`, 'hay '.repeat(100)],
  ['[\\]|(]x{2}', '(xx', ']x'],
  ['^\\p{L}+$', 'Łódź', '1'],
])('%s is checked', (pattern, good, bad) => {
  expect(fitsPattern(pattern, good)).toBe(true);
  expect(fitsPattern(pattern, bad)).toBe(false);
});

test.each([
  ['(a+)+$', 40],
  ['^(a|a)*$', 40],
  ['^(a|aa)+$', 60],
  ['^(\\w+\\s?)*$', 60],
  ['^((a{0,9}){0,9}){0,9}$', 60],
  ['(.*)\\1(.*)\\2x', 3000],
  ['a*a*a*a*a*a*b', 3000],
  ['(?:a?){60}a{60}', 60],
  ['(x+x+)+y', 40],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 50],
  ['^.*.*=.*$', 100_000],
  ['((a{1000}){1000}){1000}', 10],
])('%s on %i characters is not checked', (pattern, length) => {
  expect(fitsPattern(pattern, `${'a'.repeat(length)}!`)).toBe(true);
  expect(stepsFor(pattern, length)).toBeGreaterThan(50_000_000);
});

test('an oversized pattern is not checked', () => {
  expect(fitsPattern('('.repeat(50_000), 'a')).toBe(true);
  expect(fitsPattern(`^(a+){${'9'.repeat(400)}}$`, 'b')).toBe(true);
});

test('an invalid pattern counts as fitting', () => {
  for (const pattern of ['(', '[a', 'a{2,1}', '(?<x', '*', 'a**', '\\', '(?i:a)', ')', '\\k<x>'])
    expect(fitsPattern(pattern, 'b')).toBe(true);
});
