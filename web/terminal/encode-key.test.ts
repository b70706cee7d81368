import { expect, test } from 'vitest';
import { encodeKey } from './encode-key.ts';

test('encodes keys as a terminal does', () => {
  const sent = (key: string, rest = {}) => encodeKey({ key, ...rest });
  expect(sent('a')).toBe('a');
  expect(sent('Ü', { shiftKey: true })).toBe('Ü');
  expect(sent('🎉')).toBe('🎉');
  expect(sent('Enter')).toBe('\r');
  expect(sent('Enter', { shiftKey: true })).toBe('\x1b\r');
  expect(sent('Tab')).toBe('\t');
  expect(sent('Tab', { shiftKey: true })).toBe('\x1b[Z');
  expect(sent('Escape')).toBe('\x1b');
  expect(sent('Backspace')).toBe('\x7f');
  expect(sent('Backspace', { altKey: true })).toBe('\x1b\x7f');
  expect(sent('c', { ctrlKey: true })).toBe('\x03');
  expect(sent('C', { ctrlKey: true })).toBe('\x03');
  expect(sent(' ', { ctrlKey: true })).toBe('\0');
  expect(sent('b', { altKey: true })).toBe('\x1bb');
  expect(sent('å', { altKey: true })).toBe('å');
  expect(sent('@', { ctrlKey: true, altKey: true, isAltGraph: true })).toBe('@');
  expect(sent('PageUp')).toBe('\x1b[5~');
  expect(sent('Delete', { ctrlKey: true })).toBe('\x1b[3;5~');
  expect(sent('F1')).toBe('\x1bOP');
  expect(sent('F12')).toBe('\x1b[24~');
});

test('arrows follow the cursor mode unless a modifier is pressed', () => {
  expect(encodeKey({ key: 'ArrowUp' })).toBe('\x1b[A');
  expect(encodeKey({ key: 'ArrowUp' }, true)).toBe('\x1bOA');
  expect(encodeKey({ key: 'ArrowLeft', ctrlKey: true }, true)).toBe('\x1b[1;5D');
  expect(encodeKey({ key: 'End' }, true)).toBe('\x1bOF');
});

test('leaves browser shortcuts to the browser', () => {
  const left = [
    { key: 'c', metaKey: true },
    { key: 'v', ctrlKey: true },
    { key: 'C', ctrlKey: true, shiftKey: true },
    { key: 'Shift' },
    { key: 'Dead' },
    { key: 'AudioVolumeUp' },
  ];
  expect(left.map((press) => encodeKey(press))).toEqual(left.map(() => undefined));
});
