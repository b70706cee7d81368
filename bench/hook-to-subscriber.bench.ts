/**
 * From the POST of a hook to a subscriber: 1,000 hooks a second from 100 sessions, 100 subscribers with a session each, then
 * all hooks to one subscriber of everything. The floor is a bare server in its own process that only forwards bodies,
 * without parsing, storing or numbering anything.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeBenchHome } from './hub-process.ts';
import { describeMs, percentile } from './percentiles.ts';
import { readSse } from './sse-reader.ts';

const SESSIONS = 100;
const PER_SECOND = 1000;
const SECONDS = 10;
const TICK_MS = 10;

if (process.argv[2] === 'floor') serveFloor();
else await measure();

async function measure() {
  const floor = fork(import.meta.filename, ['floor'], { execArgv: [] });
  const [{ port }] = (await once(floor, 'message')) as [{ port: number }];
  const home = makeBenchHome();
  const hub = await home.startHub();
  // Ended even if a request fails: a process that stays keeps the output open, and `npm run bench` would never return.
  try {
    const floorTarget = { url: `http://127.0.0.1:${port}`, ingestToken: 'x', operatorToken: 'x' };
    await drive('warm-up, hub   ', hub, 2);
    const bare = await drive('bare passing on', floorTarget, SECONDS);
    const ours = await drive('hub            ', hub, SECONDS);
    console.log(
      `ratio of p99: ${(percentile(ours, 0.99) / percentile(bare, 0.99)).toFixed(1)} (goal: p99 under 10 ms)`,
    );
  } finally {
    await hub.close();
    floor.kill();
    home.remove();
  }
}

interface Target {
  readonly url: string;
  readonly ingestToken: string;
  readonly operatorToken: string;
}

async function drive(name: string, target: Target, seconds: number): Promise<number[]> {
  const sessions = Array.from({ length: SESSIONS }, () => randomUUID());
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const post = (sessionId: string, mark: string): Promise<void> => {
    const body = JSON.stringify({ session_id: sessionId, hook_event_name: 'Notification', message: mark });
    sentAt.set(mark, performance.now());
    const headers = { authorization: `Bearer ${target.ingestToken}`, 'content-type': 'application/json' };
    return new Promise((resolve) => {
      request(`${target.url}/api/hooks`, { method: 'POST', agent, headers }, (response) =>
        response.resume().on('end', resolve),
      )
        // It counts as lost.
        .on('error', () => resolve())
        .end(body);
    });
  };
  const onData = (data: string) => {
    const [, mark = ''] = /"message":"(mark-\d+)"/.exec(data) ?? [];
    const sent = sentAt.get(mark);
    if (sent === undefined) return;
    sentAt.delete(mark);
    delays.push(performance.now() - sent);
  };
  await Promise.all(sessions.map((sessionId) => post(sessionId, 'first')));
  const path = (sessionId: string) => `${target.url}/api/sessions/${sessionId}/events?since=now`;
  const readers = await Promise.all(sessions.map((id) => readSse(path(id), target.operatorToken, onData)));

  const started = performance.now();
  const replies: Promise<void>[] = [];
  while (performance.now() - started < seconds * 1000) {
    const due = Math.floor(((performance.now() - started) / 1000) * PER_SECOND);
    while (replies.length < due) {
      replies.push(post(sessions[replies.length % SESSIONS] as string, `mark-${replies.length}`));
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  // A hub that falls behind still owes replies: only then may the connections close.
  await Promise.all(replies);
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (const reader of readers) reader.close();
  agent.destroy();
  console.log(`${name}  ${describeMs(delays)}, lost ${replies.length - delays.length}`);
  return delays;
}

/** The floor: forwards what arrives for a session to its subscribers. */
function serveFloor(): void {
  const listeners = new Map<string, ServerResponse>();
  const server = createServer((incoming, response) => {
    const [, listenTo] = /sessions\/([^/]+)\/events/.exec(incoming.url ?? '') ?? [];
    if (listenTo) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      listeners.set(listenTo, response);
      return;
    }
    let body = '';
    incoming.on('data', (chunk) => {
      body += chunk;
    });
    incoming.on('end', () => {
      const [, sessionId = ''] = /"session_id":"([^"]+)"/.exec(body) ?? [];
      listeners.get(sessionId)?.write(`data: ${body}\n\n`);
      response.end('{}');
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
}
