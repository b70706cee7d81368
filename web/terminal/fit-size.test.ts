import { expect, test } from 'vitest';
import { fontFor, gridFor } from './fit-size.ts';
import { encodeWheel, WheelSteps } from './wheel-steps.ts';

test('a terminal fills the available space, up to a readable width', () => {
  expect(gridFor({ width: 374, height: 600 }, { width: 7.2, height: 16 })).toEqual({ columns: 51, rows: 37 });
  expect(gridFor({ width: 4000, height: 20 }, { width: 7.8, height: 17 })).toEqual({ columns: 160, rows: 5 });
});

test('a terminal of fixed size gets a smaller font, but never an unreadable one', () => {
  expect(fontFor(50, 374, 0.6, 12)).toBe(12);
  expect(fontFor(60, 374, 0.6, 12)).toBe(10);
  expect(fontFor(120, 374, 0.6, 12)).toBe(12);
});

test('small movements add up to wheel steps; a change of direction starts over', () => {
  const steps = new WheelSteps();
  expect([10, 10, 10].map((pixels) => steps.take(pixels, 25))).toEqual([0, 0, 1]);
  expect(steps.take(-24, 25)).toBeCloseTo(0);
  expect(steps.take(-1, 25)).toBe(-1);
  expect(steps.take(10_000, 25)).toBe(20);
});

test('encodes wheel steps as a terminal does', () => {
  expect(encodeWheel(-2, 10, 5)).toBe('\x1b[<64;10;5M\x1b[<64;10;5M');
  expect(encodeWheel(1, 10, 5)).toBe('\x1b[<65;10;5M');
});
