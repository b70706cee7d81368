/**
 * Calls from one host to another: a request of any size, answered by a stream of any length. NATS limits the size of a
 * message, so both travel in parts. The parts of a reply arrive in order; there are no acknowledgements.
 */

import { randomUUID } from 'node:crypto';
import {
  headers,
  type Msg,
  type NatsConnection,
  NoRespondersError,
  type Subscription,
} from '@nats-io/transport-node';
import { ERROR_STATUS, ReinsError } from '../protocol/errors.ts';
import { callerOf, callSubject, inboxOf } from './subjects.ts';

/** Below the smallest limit that NATS servers are run with, headers included. */
const PART_BYTES = 256 * 1024;
/** The largest request: a prompt with pictures. */
const MAX_REQUEST_BYTES = 48 * 1024 * 1024;
/** How often a host that works on a reply sends a sign of life. */
const ALIVE_MS = 2000;
/** After this much silence, it was killed or the connection is lost. */
const PAUSE_MS = 10_000;
/** How long the parts of a request may take to arrive. */
const ASSEMBLY_MS = 60_000;

const CALL = 'Reins-Call';
const PART = 'Reins-Part';
const PARTS = 'Reins-Parts';
const FAILURE = 'Reins-Failure';
const ALIVE = 'Reins-Alive';

/** Answers a request; the caller gets what it yields, in order. A thrown ReinsError reaches the caller as such. */
export type CallHandler = (request: Buffer, caller: string, signal: AbortSignal) => AsyncIterable<Uint8Array>;

/** Serves the calls that other hosts make to this one. Returns an unsubscribe function. */
export function serveCalls(
  nats: NatsConnection,
  host: string,
  handle: CallHandler,
  { aliveMs = ALIVE_MS } = {},
): () => void {
  const incomplete = new Map<string, { parts: Buffer[]; bytes: number; deadline: NodeJS.Timeout }>();
  const closing = new AbortController();
  const subscription = nats.subscribe(callSubject(host, '*'), {
    callback: (error, message) => {
      if (!error) take(message);
    },
  });
  return () => {
    closing.abort();
    subscription.unsubscribe();
    for (const { deadline } of incomplete.values()) clearTimeout(deadline);
  };

  function take(message: Msg): void {
    const parts = Number(message.headers?.get(PARTS) || 1);
    if (parts === 1) {
      void answer(message, Buffer.from(message.data));
      return;
    }
    const id = `${callerOf(message.subject)} ${message.headers?.get(CALL)}`;
    const call = incomplete.get(id) ?? {
      parts: [],
      bytes: 0,
      deadline: setTimeout(() => incomplete.delete(id), ASSEMBLY_MS).unref(),
    };
    incomplete.set(id, call);
    call.parts[Number(message.headers?.get(PART))] = Buffer.from(message.data);
    call.bytes += message.data.length;
    const isTooLarge = call.bytes > MAX_REQUEST_BYTES;
    if (!isTooLarge && call.parts.filter(Boolean).length < parts) return;
    clearTimeout(call.deadline);
    incomplete.delete(id);
    if (!isTooLarge) void answer(message, Buffer.concat(call.parts));
  }

  async function answer(message: Msg, request: Buffer): Promise<void> {
    const caller = callerOf(message.subject);
    let part = 0;
    const alive = setInterval(() => {
      if (!nats.isClosed())
        message.respond(new Uint8Array(), { headers: partHeaders(part, { [ALIVE]: 'yes' }) });
    }, aliveMs);
    try {
      for await (const chunk of handle(request, caller, closing.signal)) {
        for (let start = 0; start < chunk.length; start += PART_BYTES) {
          message.respond(chunk.subarray(start, start + PART_BYTES), { headers: partHeaders(part++) });
          if (part % 16 === 0) await nats.flush();
        }
      }
      message.respond(new Uint8Array(), { headers: partHeaders(part, { [PARTS]: String(part) }) });
    } catch (error) {
      const { code, message: text, details } = toReinsError(error);
      message.respond(JSON.stringify({ code, message: text, details }), {
        headers: partHeaders(part, { [FAILURE]: 'yes' }),
      });
    } finally {
      clearInterval(alive);
    }
  }
}

export class Calls {
  readonly #nats: NatsConnection;
  readonly #host: string;
  readonly #waiting = new Set<Subscription>();
  readonly #pauseMs: number;
  #isConnected = true;

  constructor(nats: NatsConnection, host: string, { pauseMs = PAUSE_MS } = {}) {
    this.#nats = nats;
    this.#host = host;
    this.#pauseMs = pauseMs;
    void this.#watchConnection();
  }

  /** The parts of the reply. Throws `host_offline` if the host does not respond, and any error of the other host. */
  async *call(owner: string, request: Uint8Array, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    // The client would send it when it is connected again, long after the caller has given up.
    if (!this.#isConnected) throw offline(owner);
    const inbox = `${inboxOf(this.#host)}.${randomUUID()}`;
    const replies = this.#nats.subscribe(inbox);
    this.#waiting.add(replies);
    const silence = new Silence(() => replies.unsubscribe(), this.#pauseMs);
    const abort = () => replies.unsubscribe();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      this.#send(owner, request, inbox);
      let expected = 0;
      for await (const reply of replies) {
        silence.restart();
        if (reply.headers?.code === 503) throw offline(owner);
        if (reply.headers?.get(ALIVE)) continue;
        if (reply.headers?.get(FAILURE)) throw failureFrom(reply);
        if (Number(reply.headers?.get(PART)) !== expected++) throw lostPart(owner);
        if (reply.headers?.get(PARTS)) return;
        yield reply.data;
      }
      signal?.throwIfAborted();
      throw offline(owner);
    } catch (error) {
      if (error instanceof NoRespondersError || this.#nats.isClosed()) throw offline(owner);
      throw error;
    } finally {
      silence.end();
      this.#waiting.delete(replies);
      signal?.removeEventListener('abort', abort);
      replies.unsubscribe();
    }
  }

  /** NATS allows a reply only on the connections over which it saw the request: after a disconnection none will come. */
  async #watchConnection(): Promise<void> {
    for await (const { type } of this.#nats.status()) {
      if (type === 'reconnect') this.#isConnected = true;
      if (type !== 'disconnect') continue;
      this.#isConnected = false;
      for (const replies of this.#waiting) replies.unsubscribe();
    }
  }

  #send(owner: string, request: Uint8Array, reply: string): void {
    const subject = callSubject(owner, this.#host);
    const parts = Math.max(1, Math.ceil(request.length / PART_BYTES));
    const call = randomUUID();
    for (let part = 0; part < parts; part++) {
      const chunk = request.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
      const more = { [CALL]: call, [PARTS]: String(parts) };
      this.#nats.publish(subject, chunk, { reply, headers: partHeaders(part, more) });
    }
  }
}

/** Ends a reply that stops in the middle. */
class Silence {
  readonly #end: () => void;
  readonly #pauseMs: number;
  #timer: NodeJS.Timeout;

  constructor(end: () => void, pauseMs: number) {
    this.#end = end;
    this.#pauseMs = pauseMs;
    this.#timer = setTimeout(end, pauseMs);
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#end, this.#pauseMs);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

function partHeaders(part: number, more: Readonly<Record<string, string>> = {}) {
  const all = headers();
  all.set(PART, String(part));
  for (const [name, value] of Object.entries(more)) all.set(name, value);
  return all;
}

function toReinsError(error: unknown): ReinsError {
  if (error instanceof ReinsError) return error;
  return new ReinsError(
    'internal',
    'The other host failed to handle the request. See its log for the reason.',
  );
}

function failureFrom(reply: Msg): ReinsError {
  const { code, message, details } = reply.json<Pick<ReinsError, 'code' | 'message' | 'details'>>();
  // A newer version may have codes that this one cannot translate.
  return new ReinsError(code in ERROR_STATUS ? code : 'internal', message, details);
}

function offline(owner: string): ReinsError {
  return new ReinsError('host_offline', 'The host of this session is offline.', { host: owner });
}

function lostPart(owner: string): ReinsError {
  return new ReinsError('host_offline', 'The connection to the host of this session was lost. Try again.', {
    host: owner,
  });
}
