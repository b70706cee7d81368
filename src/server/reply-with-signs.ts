/**
 * The reply to a blocking hook: spaces until the reply is ready, so that the caller can distinguish a slow
 * hub from a stuck one. JSON ignores leading spaces.
 */
import type { ServerResponse } from 'node:http';
import { RetryLater } from '../core/retry-later.ts';
import type { HookReply } from './server-deps.ts';

/** Curl in the script that asks disconnects below half of this rate. */
const SIGN = ' '.repeat(16);
const EVERY_MS = 500;

/** Never throws: after the first space, an empty reply is the only way to fail. */
export async function replyWithSigns(outgoing: ServerResponse, replied: Promise<HookReply>): Promise<void> {
  outgoing.writeHead(200, { 'content-type': 'application/json', 'x-accel-buffering': 'no' });
  outgoing.write(SIGN);
  const signs = setInterval(() => outgoing.write(SIGN), EVERY_MS);
  const reply = await replied.catch(() => ({}));
  clearInterval(signs);
  outgoing.end(JSON.stringify(reply instanceof RetryLater ? {} : reply));
}
