import { expect, test } from 'vitest';
import { ReinsError } from '../protocol/errors.ts';
import { MAX_IMAGE_BYTES, readContent } from './read-content.ts';

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const image = (data: string, media_type = 'image/png') => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
});

function refusal(message: Parameters<typeof readContent>[0]): ReinsError {
  try {
    readContent(message);
  } catch (error) {
    if (error instanceof ReinsError) return error;
  }
  throw new Error('it was accepted');
}

test('text is one block, blocks stay as they are', () => {
  expect(readContent({ text: 'hello' })).toEqual([{ type: 'text', text: 'hello' }]);
  const blocks = [
    { type: 'text', text: 'look' },
    image(base64(PNG)),
    image(base64(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])), 'image/jpeg'),
    image(btoa('GIF89a....'), 'image/gif'),
    image(btoa('RIFF\x01\x02\x03\x04WEBPVP8 '), 'image/webp'),
    { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
  ];
  expect(readContent({ content: blocks })).toEqual(blocks);
});

test.each([
  [{}, 'either "text" or "content"'],
  [{ text: 'a', content: [{ type: 'text', text: 'b' }] }, 'either "text" or "content"'],
  [{ text: ' \n' }, 'empty'],
  [{ content: [{ type: 'text', text: '' }] }, 'empty'],
  [
    { content: [{ type: 'text', text: 'a', cache_control: {} }] },
    'Unknown field "cache_control" in content.0',
  ],
  [{ content: [{ type: 'text', text: 'a' }, image('%%%')] }, 'content.1.source.data: '],
])('refuses unknown fields by name: %j', (message, words) => {
  expect(refusal(message)).toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(words),
  });
});

test.each([
  [{ type: 'audio', source: { type: 'base64', media_type: 'audio/wav', data: 'UklGRg==' } }, '"audio"'],
  [{ type: 'input_audio' }, '"input_audio"'],
  ['words', 'without a type'],
  [null, 'without a type'],
  [{ type: 'tool_result', tool_use_id: 'x', content: 'y' }, '"tool_result"'],
  [image(base64(PNG), 'image/tiff'), '"image/tiff"'],
  [{ type: 'document', source: { type: 'base64', media_type: 'audio/wav', data: '' } }, '"audio/wav"'],
])('refuses unsupported content and lists supported content: %j', (block, named) => {
  const error = refusal({ content: [{ type: 'text', text: 'listen' }, block] });
  expect(error).toMatchObject({ code: 'unsupported_content', details: { index: 1 } });
  expect(error.message).toContain(named);
  expect(error.message).toMatch(/Supported content: text, images \(PNG/);
});

test('refuses an image with a wrong type, and one that is too large', () => {
  expect(refusal({ content: [image(btoa('<svg/>'))] })).toMatchObject({
    code: 'unsupported_content',
    message: expect.stringContaining('not image/png'),
  });
  const largest = new Uint8Array(MAX_IMAGE_BYTES);
  largest.set(PNG);
  expect(readContent({ content: [image(base64(largest))] })).toHaveLength(1);
  const larger = new Uint8Array(MAX_IMAGE_BYTES + 1);
  larger.set(PNG);
  expect(refusal({ content: [image(base64(larger))] })).toMatchObject({
    code: 'too_large',
    details: { index: 0, bytes: MAX_IMAGE_BYTES + 1, max_bytes: MAX_IMAGE_BYTES },
  });
});
