/**
 * The Unix socket on which hooks of this machine reach the hub and fetch messages for their session. Anyone
 * who can open the file can do that and nothing else. There is no token: the file's permissions are the
 * credential.
 */
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';
import { RetryLater } from '../core/retry-later.ts';
import { prepareSocketFolder } from '../lib/socket-file.ts';
import { FolderWatch } from '../lib/watch-folder.ts';
import { ERROR_STATUS, ReinsError } from '../protocol/errors.ts';
import { readWaitingHook } from './read-waiting-hook.ts';
import { replyWithSigns } from './reply-with-signs.ts';
import { DEFAULT_LIMITS, type HookOrigin, type HookReply } from './server-deps.ts';

/**
 * The file in which hooks note that the hub was too slow; while it exists, hooks skip the hub, except for
 * requests that can wait.
 */
const slowMark = (file: string) => `${file}.slow`;
const RECOVERY_LOOK_MS = 1000;

export type ReceiveHook = (raw: string, origin: HookOrigin) => Promise<HookReply>;
/**
 * Resolves with a message for the hook's session, or with nothing; `gone` fires when the caller stops
 * waiting.
 */
export type CollectMessage = (raw: string, gone: AbortSignal) => Promise<string | undefined>;

export interface HookSocket {
  /** Stops listening and removes the file, so that hooks do not even try. */
  close(): Promise<void>;
}

/** `receive` resolves once the hook is durable, with the reply. The caller holds the home's lock: an old file is stale. */
export async function listenForHooks(
  file: string,
  receive: ReceiveHook,
  collect: CollectMessage = async () => undefined,
): Promise<HookSocket> {
  preparePlace(file);
  const server = createServer((incoming, response) => void answer(incoming, response, receive, collect));
  server.listen(file);
  await once(server, 'listening');
  chmodSync(file, 0o600);
  const recovery = forgive(slowMark(file));
  return {
    async close() {
      recovery.stop();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      rmSync(file, { force: true });
    },
  };
}

/** Removes the mark as soon as it appears: a hub that runs this is not stuck, and hooks must not skip it. */
function forgive(mark: string): { stop(): void } {
  const remove = () => rmSync(mark, { force: true });
  const watch = new FolderWatch((_folder, name) => {
    if (name === undefined || name === basename(mark)) remove();
  });
  watch.add(dirname(mark));
  const slowLook = setInterval(remove, RECOVERY_LOOK_MS).unref();
  return {
    stop() {
      clearInterval(slowLook);
      watch.close();
    },
  };
}

function preparePlace(file: string): void {
  try {
    prepareSocketFolder(file);
  } catch (error) {
    throw new ReinsError('home_not_writable', (error as Error).message, { folder: dirname(file) });
  }
  for (const stale of [file, slowMark(file)]) rmSync(stale, { force: true });
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  receive: ReceiveHook,
  collect: CollectMessage,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => !response.writableFinished && gone.abort());
  try {
    const route = `${incoming.method} ${incoming.url}`;
    if (route === 'POST /hooks') {
      const waiting = readWaitingHook((name) => header(incoming, name), gone.signal);
      const body = await readBody(incoming);
      if (waiting?.retries) await replyWithSigns(response, receive(body, { waiting }));
      else sendReply(response, await receive(body, { waiting }));
    } else if (route === 'POST /relay') {
      sendWords(response, await collect(await readBody(incoming), gone.signal));
    } else throw new ReinsError('not_found', 'This socket accepts only POST /hooks and POST /relay.');
  } catch (error) {
    const known =
      error instanceof ReinsError
        ? error
        : new ReinsError('internal', 'The hub failed to record the hook. See its log for the reason.');
    send(response, ERROR_STATUS[known.code], known.toBody());
  }
}

function header({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** The message as plain text to print: a shell script reads it. */
function sendWords(response: ServerResponse, words: string | undefined): void {
  response.writeHead(words === undefined ? 204 : 200, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(words);
}

/** Anything that is not for Claude Code is not JSON, so that it cannot be mistaken for a reply. */
function sendReply(response: ServerResponse, reply: HookReply): void {
  if (reply instanceof RetryLater) {
    response.writeHead(202, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(String(reply.seconds));
  } else send(response, 200, reply);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > DEFAULT_LIMITS.hookBytes) {
      throw new ReinsError('too_large', `A hook may have at most ${DEFAULT_LIMITS.hookBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
