/**
 * Requests that one host sends to another. `page` asks for events that a copy lacks, `replace_key` tells the founder of a new key. `http` is a call of the API, answered
 * by the owner's own app: what its routes can do, the whole fleet can do. Both begin with one line of JSON.
 */
import { z } from 'zod';
import { type Identity, roleSchema } from '../protocol/access.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Calls } from './calls.ts';
import type { Place } from './copy-follower.ts';
import { type LogPage, parsePage } from './log-page.ts';

const NEWLINE = 10;

const headSchema = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('page'), epoch: z.string(), after: z.int() }),
  /** To the founder: the caller has a new key. */
  z.object({ verb: z.literal('replace_key'), public_key: z.string().startsWith('U') }),
  z.object({
    verb: z.literal('http'),
    method: z.string(),
    /** With the query. */
    path: z.string().startsWith('/api/'),
    headers: z.record(z.string(), z.string()),
    /** Who calls, according to the host that sends this. */
    by: z.object({ id: z.string(), name: z.string(), role: roleSchema }),
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
      'The version of Reins on that host does not know this request. Update Reins there.',
    );
  return { head: head.data, body: end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 1) };
}

export async function fetchPage(calls: Calls, host: string, { epoch, position }: Place): Promise<LogPage> {
  const bytes = await collect(calls.call(host, encode({ verb: 'page', epoch, after: position })));
  const page = parsePage(bytes.toString());
  if (!page) throw new ReinsError('host_refused', 'The host sent events that this version cannot read.');
  return page;
}

/** The founder accepts the new key from the next login on. */
export async function sendNewKey(calls: Calls, founder: string, publicKey: string): Promise<void> {
  await collect(calls.call(founder, encode({ verb: 'replace_key', public_key: publicKey })));
}

/** The owner's response, as far as it has arrived: the body goes on streaming. */
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
