/**
 * JSON answers that may be large: compressed if the client supports it and is on another machine. On this
 * machine it costs more than it saves.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { AppEnv } from './app-env.ts';

const compress = promisify(gzip);
/** Below this size compression saves nothing noticeable. */
const WORTH_COMPRESSING = 1024;

/** Undefined gives an answer without a body. */
export async function answerJson(c: Context<AppEnv>, value: unknown, status = 200): Promise<Response> {
  c.status(status as StatusCode);
  if (value === undefined) return c.body(null);
  const text = JSON.stringify(value);
  const headers = { 'Content-Type': 'application/json' };
  c.header('Vary', 'Accept-Encoding', { append: true });
  // Other hosts of the fleet accept no encoding.
  const isPossible = text.length >= WORTH_COMPRESSING && acceptsGzip(c.req.header('accept-encoding'));
  if (!isPossible || isHere(c)) {
    return c.body(text, undefined, headers);
  }
  const compressed = await compress(text, { level: 4 });
  return c.body(new Uint8Array(compressed), undefined, { ...headers, 'Content-Encoding': 'gzip' });
}

/**
 * Whether the caller is on this machine. A local proxy acts for another machine, and its headers show that.
 */
function isHere(c: Context<AppEnv>): boolean {
  const { remoteAddress = '' } = c.env.incoming.socket;
  const isForwarded = FORWARDED.some((name) => c.req.header(name) !== undefined);
  return /^(::ffff:)?127\.|^::1$/.test(remoteAddress) && !isForwarded;
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto'];

function acceptsGzip(header = ''): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return (name === 'gzip' || name === '*') && !parameters.some((one) => /^q=0(\.0*)?$/.test(one));
  });
}
