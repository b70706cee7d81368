/** JSON answers that may be large: compressed when that pays and the client can read it. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';

const compress = promisify(gzip);
/** Below this a compressed answer saves nothing that anyone would notice. */
const WORTH_COMPRESSING = 1024;

export async function answerJson(c: Context, value: unknown): Promise<Response> {
  const text = JSON.stringify(value);
  const headers = { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' };
  if (text.length < WORTH_COMPRESSING || !acceptsGzip(c.req.header('accept-encoding'))) {
    return c.body(text, 200, headers);
  }
  const compressed = await compress(text, { level: 4 });
  return c.body(new Uint8Array(compressed), 200, { ...headers, 'Content-Encoding': 'gzip' });
}

function acceptsGzip(header = ''): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return (name === 'gzip' || name === '*') && !parameters.some((one) => /^q=0(\.0*)?$/.test(one));
  });
}
