import { expect, test } from 'vitest';
import { contrast, GROUND, paletteColour, type Rgb, readable, TEXT } from './colours.ts';

test('the 256 colours are where programs expect them', () => {
  expect(paletteColour(16)).toEqual([0, 0, 0]);
  expect(paletteColour(196)).toEqual([255, 0, 0]);
  expect(paletteColour(67)).toEqual([95, 135, 175]);
  expect(paletteColour(231)).toEqual([255, 255, 255]);
  expect(paletteColour(232)).toEqual([8, 8, 8]);
  expect(paletteColour(255)).toEqual([238, 238, 238]);
});

test('readable colours stay, others become readable on any background', () => {
  expect(readable(TEXT, GROUND)).toBe(TEXT);
  const all = Array.from({ length: 256 }, (_, index) => paletteColour(index));
  const grounds: Rgb[] = [GROUND, TEXT, [55, 55, 55], [0, 95, 0], [128, 128, 128]];
  for (const ground of grounds) {
    const worst = Math.min(...all.map((colour) => contrast(readable(colour, ground), ground)));
    expect(worst).toBeGreaterThanOrEqual(4.5);
  }
});
