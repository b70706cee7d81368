/**
 * Performs a take in the Messages API's own format: as server-sent events, or as one JSON message.
 * Writes as fast as the client reads and stops when it disconnects.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Hearing, MessagesRequest } from './conversation.ts';
import type { Gate } from './gate.ts';
import type { Beat, Call, Failure, Finish, Say, Take, Think } from './screenplay.ts';

const TEXT_CHUNK = 24;
const INPUT_CHUNK = 4096;

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** Resolves when everything was written, or when the client has disconnected. */
export async function performTake(
  response: ServerResponse,
  request: MessagesRequest,
  hearing: Hearing,
  take: Take,
): Promise<void> {
  if ('failure' in take) return performFailure(response, take);
  const message = { id: `msg_${randomUUID()}`, type: 'message', role: 'assistant', model: request.model };
  if (request.stream) await stream(response, message, hearing, take);
  else respond(response, message, hearing, take);
}

export function sendError(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
): void {
  const type = ERROR_TYPES[status] ?? 'api_error';
  const body = { type: 'error', error: { type, message: `The stage was set to answer ${status}.` } };
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function performFailure(response: ServerResponse, failure: Failure): void {
  // Silence: the connection stays open until the client gives up or the stage closes.
  if (failure.failure === 'silence') return;
  const { status, retryAfterSeconds } = failure;
  sendError(
    response,
    status,
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
  );
}

async function stream(response: ServerResponse, message: object, hearing: Hearing, beats: readonly Beat[]) {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const emit = async (type: string, data: object) => {
    if (gone.signal.aborted) throw new ClientGone();
    const flushed = response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    if (!flushed) await once(response, 'drain', { signal: gone.signal }).catch(abandon);
  };
  const rest = (ms: number) => delay(ms, undefined, { signal: gone.signal }).catch(abandon);
  const pass = (gate: Gate) => gate.pass(gone.signal).catch(abandon);

  response.writeHead(200, {
    ...{ 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
    ...finishOf(beats)?.headers,
  });
  try {
    const usage = usageOf(beats);
    await emit('message_start', {
      message: {
        ...message,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...usage, output_tokens: 1 },
      },
    });
    let index = 0;
    for (const beat of beats) {
      if (beat.beat === 'pause') await rest(beat.ms);
      else if (beat.beat === 'hold') await pass(beat.gate);
      else if (beat.beat === 'break-off') {
        if (beat.how === 'drop') return void response.destroy();
        await emit('error', { error: { type: 'overloaded_error', message: 'The stage broke off here.' } });
        return void response.end();
      } else if (beat.beat !== 'finish') {
        const { content_block, deltaOf, text, chunk } = blockOf(beat, hearing);
        await emit('content_block_start', { index, content_block });
        const cut = [...pieces(text, beat.chunk ?? chunk)];
        for (const [at, piece] of cut.entries()) {
          if (beat.everyMs) await rest(beat.everyMs);
          if (beat.gate && at === cut.length - 1) await pass(beat.gate);
          await emit('content_block_delta', { index, delta: deltaOf(piece) });
        }
        await emit('content_block_stop', { index });
        index++;
      }
    }
    await emit('message_delta', { delta: { stop_reason: stopReasonOf(beats), stop_sequence: null }, usage });
    await emit('message_stop', {});
    response.end();
  } catch (error) {
    if (!(error instanceof ClientGone)) throw error;
  }
}

function respond(response: ServerResponse, message: object, hearing: Hearing, beats: readonly Beat[]): void {
  const content = beats.flatMap((beat) => {
    if (beat.beat !== 'say' && beat.beat !== 'think' && beat.beat !== 'call') return [];
    return [blockOf(beat, hearing).whole];
  });
  response.writeHead(200, { 'content-type': 'application/json', ...finishOf(beats)?.headers });
  response.end(
    JSON.stringify({
      ...message,
      content,
      stop_reason: stopReasonOf(beats),
      stop_sequence: null,
      usage: usageOf(beats),
    }),
  );
}

function blockOf(beat: Say | Think | Call, hearing: Hearing) {
  switch (beat.beat) {
    case 'say':
      return {
        whole: { type: 'text', text: beat.text },
        content_block: { type: 'text', text: '' },
        text: beat.text,
        chunk: TEXT_CHUNK,
        deltaOf: (text: string) => ({ type: 'text_delta', text }),
      };
    case 'think':
      return {
        whole: { type: 'thinking', thinking: beat.text, signature: 'staged' },
        content_block: { type: 'thinking', thinking: '', signature: 'staged' },
        text: beat.text,
        chunk: TEXT_CHUNK,
        deltaOf: (thinking: string) => ({ type: 'thinking_delta', thinking }),
      };
    case 'call': {
      const input = typeof beat.input === 'function' ? beat.input(hearing) : beat.input;
      const tool = { type: 'tool_use', id: beat.id ?? `toolu_${randomUUID()}`, name: beat.tool };
      return {
        whole: { ...tool, input },
        content_block: { ...tool, input: {} },
        text: JSON.stringify(input),
        chunk: INPUT_CHUNK,
        deltaOf: (partial_json: string) => ({ type: 'input_json_delta', partial_json }),
      };
    }
  }
}

function finishOf(beats: readonly Beat[]): Finish | undefined {
  return beats.find((beat) => beat.beat === 'finish');
}

function stopReasonOf(beats: readonly Beat[]): string {
  const usual = beats.some((beat) => beat.beat === 'call') ? 'tool_use' : 'end_turn';
  return finishOf(beats)?.stopReason ?? usual;
}

function usageOf(beats: readonly Beat[]): Record<string, unknown> {
  return {
    input_tokens: 100,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 20,
    ...finishOf(beats)?.usage,
  };
}

/** Splits text into pieces of `size` UTF-16 units, never inside a surrogate pair: the real API never does either. */
export function* pieces(text: string, size: number): Generator<string> {
  let from = 0;
  while (from < text.length) {
    let to = from + Math.max(1, size);
    const before = text.charCodeAt(to - 1);
    if (before >= 0xd800 && before <= 0xdbff && to < text.length) to++;
    yield text.slice(from, to);
    from = to;
  }
}

class ClientGone extends Error {}

function abandon(): never {
  throw new ClientGone();
}
