import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteForShell, unquoteFromShell } from './quote-for-shell.ts';

const words = [
  '/plain/path-1.sock',
  '',
  'with space',
  "it's",
  '"$HOME"',
  '`id`',
  '$(id)',
  '\\',
  "'",
  "''",
  'a\nb',
  '*',
  '~',
  '-n',
  '!x',
  'ü',
];

test('a shell reads back the same words', () => {
  const script = `printf '%s\\0' ${words.map(quoteForShell).join(' ')}`;
  expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(
    words,
  );
});

test('quoting can be undone', () => {
  fc.assert(
    fc.property(fc.string(), (word) => {
      expect(unquoteFromShell(quoteForShell(word))).toBe(word);
    }),
  );
});

test('zsh does not expand a word to a program path', () => {
  expect(quoteForShell('=ls')).toBe("'=ls'");
  expect(quoteForShell('--color=auto')).toBe('--color=auto');
});

test('plain paths stay readable', () => {
  expect(quoteForShell('/home/me/.reins/hub.sock')).toBe('/home/me/.reins/hub.sock');
});
