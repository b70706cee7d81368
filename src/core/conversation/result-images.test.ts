import { expect, test } from 'vitest';
import { imagesIn } from './result-images.ts';

test('finds the images of a result', () => {
  const image = { media_type: 'image/png', data: 'aGk=' };
  const blocks = [
    { type: 'text', text: 'x' },
    { type: 'image', source: { type: 'base64', ...image } },
    { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    { type: 'image', source: { type: 'base64', media_type: 'image/svg+xml', data: 'aGk=' } },
    { type: 'image', source: { type: 'url', url: 'https://example.com/x.png' } },
    { type: 'image' },
    null,
  ];
  expect(imagesIn(blocks)).toEqual([image, image]);
  expect(imagesIn('text')).toEqual([]);
});
