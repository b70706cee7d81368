/**
 * Requests that one host sends to another. `page` asks for events that a copy lacks. `http` is an API call, answered
 * by the owner's own app: what its routes can do, the whole fleet can do. `replace_key` and `leave` are for the founder.
 * Each starts with one line of JSON.
 */
import { z } from 'zod';
import { type Identity, roleSchema } from '../protocol/access.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Calls } from './calls.ts';
import type { Place } from './copy-follower.ts';
import { type LogPage, parsePage } from './log-page.ts';

const NEWLINE = 10;

/** Of a NATS user. It becomes part of the server's configuration. */
export const publicKeySchema = z.string().regex(/^U[A-Z2-7]{55}$/);

/** Who calls, according to the host that sends this. */
const by = z.object({ id: z.string().max(200), name: z.string().max(200), role: roleSchema });
const ofTerminal = { terminal: z.string(), session_id: z.string(), text: z.string(), by };

const headSchema = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('page'), epoch: z.string(), after: z.int() }),
  /** Text of a session while it is being written, for some seconds: one line of JSON per piece. */
  z.object({ verb: z.literal('live'), session_id: z.string() }),
  /** Opens a terminal: the reply is its output. Then its input, and its end. */
  z.object({ verb: z.literal('terminal'), ...ofTerminal }),
  z.object({ verb: z.literal('terminal_input'), ...ofTerminal }),
  z.object({ verb: z.literal('terminal_end'), ...ofTerminal }),
  /** To the founder: the caller has a new key. */
  z.object({ verb: z.literal('replace_key'), public_key: publicKeySchema }),
  /** To the founder: the caller leaves the fleet. */
  z.object({ verb: z.literal('leave') }),
  z.object({
    verb: z.literal('http'),
    method: z.string(),
    /** With the query. */
    path: z.string().startsWith('/api/'),
    headers: z.record(z.string(), z.string()),
    by,
  }),
]);
export type RemoteRequest = z.infer<typeof headSchema>;
export type HttpRequestHead = Extract<RemoteRequest, { verb: 'http' }>;

/** Headers that mean something to the owner; credentials stay here. */
const PASSED_ON = ['content-type', 'accept', 'idempotency-key', 'if-match', 'if-none-match', 'range'];

/** Throws `host_refused` for a verb of a newer version. */
export function readRequest(bytes: Buffer): { head: RemoteRequest; body: Buffer } {
  const end = bytes.indexOf(NEWLINE);
  const head = headSchema.safeParse(parseJson(bytes.subarray(0, end === -1 ? undefined : end)));
  if (!head.success)
    throw new ReinsError(
      'host_refused',
      'The version of Reins on that host does not support this request. Update Reins there.',
    );
  return { head: head.data, body: end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 1) };
}

export async function fetchPage(calls: Calls, host: string, { epoch, position }: Place): Promise<LogPage> {
  const bytes = await collect(calls.call(host, encode({ verb: 'page', epoch, after: position })));
  const page = parsePage(bytes.toString());
  if (!page) throw new ReinsError('host_refused', 'The host sent events that this version cannot read.');
  return page;
}

/** The reply to a request that is nothing but its head. */
export function sendHead(
  calls: Calls,
  host: string,
  head: RemoteRequest,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  return calls.call(host, encode(head), signal);
}

/** The lines of one call for live text; the owner ends it after some seconds. */
export async function* liveLines(
  calls: Calls,
  host: string,
  sessionId: string,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const part of sendHead(calls, host, { verb: 'live', session_id: sessionId }, signal)) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield JSON.parse(line);
  }
}

/** The founder accepts the new key from the next login on. */
export async function sendNewKey(calls: Calls, founder: string, publicKey: string): Promise<void> {
  await collect(calls.call(founder, encode({ verb: 'replace_key', public_key: publicKey })));
}

export async function sendLeave(calls: Calls, founder: string): Promise<void> {
  await collect(calls.call(founder, encode({ verb: 'leave' })));
}

/** The owner's response, as far as it has arrived: the body continues to stream. */
export async function forwardHttp(
  calls: Calls,
  host: string,
  request: Request,
  by: Identity,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const { id, name, role } = by;
  const head: RemoteRequest = {
    verb: 'http',
    method: request.method,
    path: pathname + search,
    headers,
    by: { id, name, role },
  };
  const body = Buffer.from(await request.arrayBuffer());
  const parts = calls.call(host, Buffer.concat([encode(head), body]), request.signal);
  return responseFrom(parts);
}

/** The parts of a reply to `http`: status and headers, then the body. */
export async function* encodeResponse(response: Response): AsyncGenerator<Uint8Array> {
  yield encode({ status: response.status, headers: Object.fromEntries(response.headers) });
  if (response.body) yield* response.body as unknown as AsyncIterable<Uint8Array>;
}

async function responseFrom(parts: AsyncGenerator<Uint8Array>): Promise<Response> {
  let begun = Buffer.alloc(0);
  while (begun.indexOf(NEWLINE) === -1) {
    const next = await parts.next();
    if (next.done) throw new ReinsError('host_offline', 'The host of this session ended the connection.');
    begun = Buffer.concat([begun, next.value]);
  }
  const end = begun.indexOf(NEWLINE);
  const { status, headers } = z
    .object({ status: z.int(), headers: z.record(z.string(), z.string()) })
    .parse(parseJson(begun.subarray(0, end)));
  const hasBody = status !== 204 && status !== 304;
  const rest = begun.subarray(end + 1);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (rest.length > 0) controller.enqueue(rest);
    },
    async pull(controller) {
      try {
        const next = await parts.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return new Response(hasBody ? body : null, { status, headers });
}

async function collect(parts: AsyncGenerator<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

function encode(head: object): Buffer {
  return Buffer.from(`${JSON.stringify(head)}\n`);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
