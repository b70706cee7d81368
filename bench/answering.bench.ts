/**
 * What answering through the hub adds: from the request that makes the model call a tool to the permission request at the
 * client, and from the answer to the start of the tool. Compared in the same rounds with the bare alternatives: the control
 * protocol used directly, and an http hook held by a receiver of a few lines. The tool itself records when it starts.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { waitUntil } from '../stage/patience.ts';
import { call, say, scene } from '../stage/screenplay.ts';
import { openStage } from '../stage/stage.ts';
import { Comparison, printLoad } from './comparison.ts';
import { readSse } from './sse-reader.ts';
import { startBenchStageHub } from './stage-hub.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 30);
const WARM_UP = 3;
const PATIENCE = { everyMs: 1 };
const MANUAL = ['--permission-mode', 'manual'];
/** Without the hooks of the user's settings, where the hub is installed. */
const BARE = [...MANUAL, '--setting-sources', 'project,local'];

/** One way to receive and answer a request. */
interface Way {
  prompt(text: string): Promise<unknown>;
  /** When the request arrived, in milliseconds, once it has. */
  readonly asked: { at?: number };
  /** Approves the request; resolves when the answer has been sent. */
  allow(): Promise<unknown>;
  rest(): Promise<unknown>;
}

const stage = await openStage();
const started = join(stage.project, 'started');
const TOOL = { command: `date +%s%N > ${started}`, description: 'x' };
stage.play(scene(/^go \d+$/m, [call('Bash', TOOL)], [say('Done.')]));
const hub = await startBenchStageHub(stage);

async function bareControl(): Promise<Way> {
  const asked: Way['asked'] = {};
  const claude = stage.headless({
    args: BARE,
    onMessage: ({ type }) => {
      if (type === 'control_request') asked.at = now();
    },
  });
  return {
    asked,
    prompt: async (text) => claude.send(text),
    allow: async () =>
      claude.answer(await claude.nextPermissionRequest('Bash'), { behavior: 'allow', updatedInput: TOOL }),
    rest: () => claude.nextResult(),
  };
}

async function bareHook(): Promise<Way> {
  const asked: Way['asked'] = {};
  let held: ServerResponse | undefined;
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      asked.at = now();
      held = response;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const settings = { hooks: { PermissionRequest: [{ hooks: [{ type: 'http', url, timeout: 600 }] }] } };
  const claude = await stage.terminal({
    args: [...BARE, '--settings', JSON.stringify(settings)],
    isPlain: true,
  });
  const decision = { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } };
  return {
    asked,
    prompt: (text) => claude.prompt(text),
    allow: async () => held?.end(JSON.stringify({ hookSpecificOutput: decision })),
    rest: async () => {},
  };
}

/** The hub's side of both: requests arrive on the event stream and are answered over HTTP. */
async function throughHub(prompt: Way['prompt'], sessionId?: string): Promise<Way> {
  const asked: Way['asked'] = {};
  let ask = '';
  const path = sessionId ? `/sessions/${sessionId}/events?since=now` : '/events?since=now';
  const isOurs = (data: string) => !sessionId || data.includes(sessionId);
  await readSse(`${hub.url}/api${path}`, hub.token, (data) => {
    if (!data.includes('"interaction_opened"') || !isOurs(data)) return;
    asked.at = now();
    ask = JSON.parse(data).interaction_id;
  });
  let answering: Promise<unknown> = Promise.resolve();
  return {
    asked,
    prompt,
    allow: async () => {
      answering = hub.ask('POST', `/interactions/${ask}/answer`, { decision: 'allow' });
    },
    rest: () => answering,
  };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

async function measure(name: string, way: Way, round: number, toAsk: Comparison, toStart: Comparison) {
  rmSync(started, { force: true });
  const before = stage.requests.length;
  delete way.asked.at;
  await way.prompt(`go ${round}`);
  await waitUntil(`the request of ${name}`, () => way.asked.at !== undefined, PATIENCE);
  const request = stage.requests[before]?.at ?? Number.NaN;
  const asked = way.asked.at ?? Number.NaN;
  // A person takes longer than this, and everything that the request triggered has settled.
  await delay(150);
  const answered = now();
  await way.allow();
  await waitUntil(`the end of ${name}`, () => stage.requests.length >= before + 2, PATIENCE);
  await way.rest();
  const ran = Number(readFileSync(started, 'utf8')) / 1e6;
  await delay(50);
  if (round < WARM_UP) return;
  toAsk.note(name, asked - request);
  toStart.note(name, ran - answered);
}

async function compare(title: string, ways: Readonly<Record<string, Way>>): Promise<void> {
  const [base = ''] = Object.keys(ways);
  const [toAsk, toStart] = [new Comparison(base), new Comparison(base)];
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    for (const [name, way] of Object.entries(ways)) await measure(name, way, round, toAsk, toStart);
  }
  console.log(`\n${title}: from the model's request to the permission request`);
  toAsk.print();
  console.log(`${title}: from the answer to the start of the tool`);
  toStart.print();
}

const order = { cwd: stage.project, driver: 'stream', permission_mode: 'manual' };
const { session_id } = await hub.ask('POST', '/sessions', order);
const send = (text: string) => hub.ask('POST', `/sessions/${session_id}/message`, { text });
await compare('control', { bare: await bareControl(), hub: await throughHub(send, session_id) });
await hub.ask('DELETE', `/sessions/${session_id}`);

const reins = join(import.meta.dirname, '../../dist/reins.js');
await promisify(execFile)(process.execPath, [reins, 'install'], { env: hub.env });
const bare = await bareHook();
const terminal = await stage.terminal({ args: MANUAL, isPlain: true });
await compare('hook', { bare, hub: await throughHub((text) => terminal.prompt(text)) });
printLoad();
await hub.close();
await stage.close();
process.exit(0);
