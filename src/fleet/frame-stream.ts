/** Frames of a terminal in a stream of bytes: a letter for the kind, the length, the content. */

export interface StreamFrame {
  /** Text, bytes of a screen, or a sign of life without content. */
  readonly kind: 'text' | 'bytes' | 'alive';
  readonly content: Buffer;
}

const KINDS = { text: 't', bytes: 'b', alive: 'a' } as const;
const HEAD_BYTES = 5;

export function encodeFrame(kind: StreamFrame['kind'], content: string | Uint8Array = ''): Buffer {
  const body = Buffer.from(content as string);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(KINDS[kind]);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

export async function* decodeFrames(parts: AsyncIterable<Uint8Array>): AsyncGenerator<StreamFrame> {
  let rest = Buffer.alloc(0);
  for await (const part of parts) {
    rest = Buffer.concat([rest, part]);
    while (rest.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + rest.readUInt32BE(1);
      if (rest.length < end) break;
      const letter = String.fromCharCode(rest[0] ?? 0);
      const kind = letter === KINDS.text ? 'text' : letter === KINDS.bytes ? 'bytes' : 'alive';
      yield { kind, content: rest.subarray(HEAD_BYTES, end) };
      rest = rest.subarray(end);
    }
  }
}
