/**
 * 10,000 deltas of the real Claude Code to 20 subscribers: how old is the oldest text in each piece on arrival? Measured
 * from when the model sent it, so that both include Claude Code's own time. The floor is a bare process that runs Claude
 * Code and forwards every delta to as many subscribers, without a journal, a log or a view.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startHeadlessClaude } from '../stage/headless-claude.ts';
import { openStage, type Stage } from '../stage/stage.ts';
import { describeMs, percentile } from './percentiles.ts';
import { readSse } from './sse-reader.ts';
import { startBenchStageHub } from './stage-hub.ts';
import { startTimedModel } from './timed-model.ts';

const DELTAS = 10_000;
const PER_SECOND = 1000;
const SUBSCRIBERS = 20;
const MARK = /\b\d{13} /g;

const [, , part, order = '{}'] = process.argv;
if (part === 'floor') await serveFloor(JSON.parse(order));
else if (part === 'subscribers') await subscribe(JSON.parse(order));
else await measure();

async function measure(): Promise<void> {
  const stage = await openStage();
  const model = await startTimedModel(DELTAS, PER_SECOND);
  const env = { ANTHROPIC_BASE_URL: model.url };
  const bare = await measureFloor(stage, env);
  const ours = await measureHub(stage, env);
  report('bare fan-out', bare);
  report('hub         ', ours);
  const ratio = percentile(ours.behind, 0.99) / percentile(bare.behind, 0.99);
  console.log(`ratio of p99: ${ratio.toFixed(2)} (goals: p50 within 100 ms, none more than 250 ms behind)`);
  model.close();
  await stage.close();
}

interface Measured {
  /** The age of each piece in milliseconds. */
  readonly behind: number[];
  /** Marks that each subscriber has seen. */
  readonly seen: number[];
  /** Processor time of the forwarding process, in milliseconds. */
  readonly cpu: number;
}

function report(name: string, { behind, seen, cpu }: Measured): void {
  const saw = `each saw ${Math.min(...seen)} to ${Math.max(...seen)} deltas`;
  console.log(`${name}  ${describeMs(behind)}, ${saw}, ${cpu} ms of processor time`);
}

async function measureHub(stage: Stage, env: Readonly<Record<string, string>>): Promise<Measured> {
  const hub = await startBenchStageHub(stage);
  const { session_id } = await hub.ask('POST', '/sessions', { cwd: stage.project, driver: 'stream', env });
  const url = `${hub.url}/api/sessions/${session_id}/events?since=now`;
  const begin = () => hub.ask('POST', `/sessions/${session_id}/message`, { text: 'go' });
  const measured = await listen(url, hub.token, hub.pid, begin);
  await hub.ask('DELETE', `/sessions/${session_id}`);
  await hub.close();
  return measured;
}

async function measureFloor(stage: Stage, env: Readonly<Record<string, string>>): Promise<Measured> {
  const given = { binary: stage.claudeBinary, cwd: stage.project, env: { ...stage.env, ...env } };
  const floor = start('floor', given);
  const [{ port }] = (await once(floor, 'message')) as [{ port: number }];
  const measured = await listen(`http://127.0.0.1:${port}/`, 'x', floor.pid as number, async () =>
    floor.send('go'),
  );
  floor.kill();
  return measured;
}

/** Subscribers run in their own process, so that they do not slow down the model. */
async function listen(
  url: string,
  token: string,
  pid: number,
  begin: () => Promise<unknown>,
): Promise<Measured> {
  const child = start('subscribers', { url, token });
  await once(child, 'message');
  const over = once(child, 'message') as Promise<[Omit<Measured, 'cpu'>]>;
  const before = cpuMs(pid);
  await begin();
  const [measured] = await over;
  return { ...measured, cpu: cpuMs(pid) - before };
}

/** Processor time a process has used, in ticks of ten milliseconds. */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function start(name: string, given: object): ChildProcess {
  return fork(import.meta.filename, [name, JSON.stringify(given)], { execArgv: [] });
}

/** Ends with the answer's own event. */
async function subscribe({ url, token }: { url: string; token: string }): Promise<void> {
  const behind: number[] = [];
  const seen = Array<number>(SUBSCRIBERS).fill(0);
  let ended = 0;
  const readers = await Promise.all(
    seen.map((_, index) =>
      readSse(url, token, (data) => {
        if (data.includes('"type":"text_delta"')) {
          const marks = data.match(MARK) ?? [];
          if (marks.length > 0) behind.push(Date.now() - Number(marks[0]));
          seen[index] = (seen[index] ?? 0) + marks.length;
        } else if (data.includes('"type":"assistant_text"') && ++ended === SUBSCRIBERS) {
          process.send?.({ behind, seen }, () => process.exit());
        }
      }),
    ),
  );
  process.send?.({ ready: readers.length });
}

async function serveFloor(
  given: Pick<Parameters<typeof startHeadlessClaude>[0], 'binary' | 'cwd' | 'env'>,
): Promise<void> {
  const listeners: ServerResponse[] = [];
  const server = createServer((_incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    listeners.push(response);
  });
  const report = (data: object) => {
    for (const listener of listeners) listener.write(`data: ${JSON.stringify(data)}\n\n`);
  };
  const claude = startHeadlessClaude({
    ...given,
    onMessage: ({ type, ...message }) => {
      const { event } = message as { event?: { delta?: { type?: string; text?: string } } };
      if (event?.delta?.type === 'text_delta') report({ type: 'text_delta', text: event.delta.text });
      else if (type === 'assistant') report({ type: 'assistant_text' });
    },
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
  process.on('message', () => claude.send('go'));
  process.on('disconnect', () => process.exit());
}
