/** Any request gets a response that is not a failure of the hub. */
import { request as requestOverSocket } from 'node:http';
import fc from 'fast-check';
import { WebSocket } from 'ws';
import { waitUntil } from '../../../stage/patience.ts';
import { fuzz } from '../fuzz.ts';
import { mutated } from '../readers/mutated.ts';
import { recordedLines } from '../readers/recorded-lines.ts';
import { type FuzzedHub, startFuzzedHub } from './fuzzed-hub.ts';
import { type DrawnRequest, findSchema, requests } from './requests.ts';
import { anything, valueFor } from './schema-values.ts';

const REQUESTS = 400;
const FRAMES = 300;
const HOOKS = 100;
/** Errors for programs that are missing here: Claude Code, tmux, a push service. */
const MISSING = [
  'claude_not_found',
  'driver_unavailable',
  'start_failed',
  'history_unavailable',
  'run_not_responding',
];

fuzz('api', async (seed) => {
  await using hub = await startFuzzedHub();
  const findings: string[] = [];
  const drawn = fc.sample(requests(hub.known), { seed, numRuns: REQUESTS });
  for (const request of drawn) {
    const wrong = await call(hub, request);
    const failures = hub.takeFailures();
    if (wrong || failures.length > 0)
      findings.push(`${JSON.stringify(request)}\n${wrong ?? ''} ${failures.join('\n')}`);
  }
  return { cases: drawn.length, findings };
});

async function call(
  hub: FuzzedHub,
  { method, path, headers, body }: DrawnRequest,
): Promise<string | undefined> {
  const isHook = path.startsWith('/api/hooks');
  const response = await fetch(hub.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, authorization: `Bearer ${isHook ? hub.tokens.ingest : hub.tokens.operator}` },
    ...(body !== undefined && { body }),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return undefined;
  }
  const answer = await response.text();
  if (response.status < 500) return undefined;
  const { code = '' } = (JSON.parse(answer) as { error?: { code?: string } }).error ?? {};
  return MISSING.includes(code) ? undefined : `${response.status} ${answer}`;
}

fuzz('frames', async (seed) => {
  await using hub = await startFuzzedHub();
  const frame = valueFor(findSchema('ClientFrame'), findSchema, hub.known);
  const texts = fc.oneof(
    { arbitrary: frame.map((value) => JSON.stringify(value) ?? ''), weight: 8 },
    { arbitrary: anything(hub.known).map((value) => JSON.stringify(value) ?? ''), weight: 1 },
    { arbitrary: fc.string(), weight: 1 },
  );
  const socket = new WebSocket(`${hub.url.replace('http', 'ws')}/api/ws`, {
    headers: { authorization: `Bearer ${hub.tokens.operator}` },
  });
  const answers: string[] = [];
  socket.on('message', (data) => answers.push(String(data)));
  await waitUntil('the socket', () => socket.readyState === WebSocket.OPEN, { everyMs: 2 });
  const findings: string[] = [];
  const drawn = fc.sample(texts, { seed, numRuns: FRAMES });
  for (const [index, text] of drawn.entries()) {
    socket.send(index % 20 === 0 ? Buffer.from(text) : text);
    if (index % 10 !== 9) continue;
    const ping = `ping-${index}`;
    socket.send(JSON.stringify({ id: ping, type: 'ping' }));
    await waitUntil('the answer to a ping', () => answers.some((answer) => answer.includes(ping)), {
      everyMs: 1,
    });
    const failed = answers.splice(0).filter((answer) => answer.includes('"code":"internal"'));
    const failures = hub.takeFailures();
    if (failed.length + failures.length > 0)
      findings.push(
        `${JSON.stringify(drawn.slice(index - 9, index + 1))}\n${[...failed, ...failures].join('\n')}`,
      );
  }
  socket.terminate();
  return { cases: drawn.length, findings };
});

fuzz('hook-socket', async (seed) => {
  await using hub = await startFuzzedHub();
  const hooks = recordedLines('hooks').map(({ payload }) => payload);
  const bodies = fc.oneof(
    { arbitrary: mutated(hooks).map((hook) => Buffer.from(JSON.stringify(hook) ?? '')), weight: 4 },
    { arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)), weight: 1 },
  );
  const paths = fc.constantFrom(
    '/hooks',
    '/hooks',
    '/hooks',
    '/relay',
    '/',
    '//',
    '/hooks?x',
    '/api/sessions',
  );
  const drawn = fc.sample(fc.tuple(bodies, paths), { seed, numRuns: HOOKS });
  const findings: string[] = [];
  for (const [body, path] of drawn) {
    const status = await post(hub.socketFile, path, body);
    if (status >= 500) findings.push(`${path} ${status} ${String(body).slice(0, 2000)}`);
  }
  findings.push(...hub.takeFailures());
  return { cases: drawn.length, findings };
});

function post(socketPath: string, path: string, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = requestOverSocket({ socketPath, method: 'POST', path }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject).end(body);
  });
}
