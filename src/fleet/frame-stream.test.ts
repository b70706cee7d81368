import { expect, test } from 'vitest';
import { decodeFrames, encodeFrame } from './frame-stream.ts';

test('frames come out as they went in, however the bytes are cut', async () => {
  const sent = [
    encodeFrame('text', '{"type":"screen"}'),
    encodeFrame('alive'),
    encodeFrame('bytes', Buffer.from([0, 255, 10, 116])),
    encodeFrame('text', 'ü'),
  ];
  for (const size of [1, 3, 7, 1000]) {
    const all = Buffer.concat(sent);
    const cut = async function* () {
      for (let start = 0; start < all.length; start += size) yield all.subarray(start, start + size);
    };
    const frames: [string, string][] = [];
    for await (const { kind, content } of decodeFrames(cut()))
      frames.push([kind, content.toString('latin1')]);
    expect(frames).toEqual([
      ['text', '{"type":"screen"}'],
      ['alive', ''],
      ['bytes', '\u0000\u00ff\nt'],
      ['text', '\u00c3\u00bc'],
    ]);
  }
});
