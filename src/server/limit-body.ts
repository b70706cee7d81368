/**
 * Refuses bodies that are too large, by their announced length or while they arrive, and those that are
 * nested too deeply.
 */
import type { Context, MiddlewareHandler } from 'hono';
import { isTooDeep } from '../lib/parse-json.ts';
import { ReinsError } from '../protocol/errors.ts';

export function limitBody(maxBytesOf: (c: Context) => number): MiddlewareHandler {
  return async (c, next) => {
    const maxBytes = maxBytesOf(c);
    if (c.req.header('transfer-encoding') !== undefined) await readBounded(c, maxBytes);
    else if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
    return next();
  };
}

/** Routes read bodies in several ways; none of them could store such a body. */
export function limitDepth(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.raw.body && isTooDeep(await c.req.text()))
      throw new ReinsError('invalid_request', 'The body is nested too deeply.');
    return next();
  };
}

/** Reads the body and replaces the stream with the result. */
async function readBounded(c: Context, maxBytes: number): Promise<void> {
  const { body } = c.req.raw;
  if (!body) return;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  c.req.raw = new Request(c.req.raw, { body: Buffer.concat(chunks) });
}

function tooLarge(maxBytes: number): ReinsError {
  return new ReinsError('too_large', `The body is larger than the ${maxBytes} bytes allowed here.`, {
    max_bytes: maxBytes,
  });
}
