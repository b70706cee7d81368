/**
 * The reply to a hook that waits and holds Claude Code up meanwhile: blanks until it is there, so that whoever waits can
 * tell a hub that takes its time from one that is stuck. In front of JSON they mean nothing.
 */
import type { ServerResponse } from 'node:http';
import { ComeAgain } from '../core/come-again.ts';
import type { HookReply } from './server-deps.ts';

/** Curl in the ask script gives up on less than half of this. */
const SIGN = ' '.repeat(16);
const EVERY_MS = 500;

/** Never throws: after the first blank there is no other way to fail than an empty reply. */
export async function replyWithSigns(outgoing: ServerResponse, replied: Promise<HookReply>): Promise<void> {
  outgoing.writeHead(200, { 'content-type': 'application/json', 'x-accel-buffering': 'no' });
  outgoing.write(SIGN);
  const signs = setInterval(() => outgoing.write(SIGN), EVERY_MS);
  const reply = await replied.catch(() => ({}));
  clearInterval(signs);
  outgoing.end(JSON.stringify(reply instanceof ComeAgain ? {} : reply));
}
