/**
 * What our hooks cost inside the real Claude Code: added time per tool call, and until the first request of a session.
 * Rounds alternate between no hooks, the default set, all events, and, as peers, a synchronous http hook per tool call
 * and a Python forwarder.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { hookSet } from '../src/claude/hook-set.ts';
import { writeAskForwarder } from '../src/hub/ask-forwarder.ts';
import { listenForHooks } from '../src/server/hook-socket.ts';
import { call, say, scene } from '../stage/screenplay.ts';
import { openStage } from '../stage/stage.ts';
import { percentile } from './percentiles.ts';

const ROUNDS = 7;
const CALLS = 30;

const stage = await openStage();
const target = { socket: join(stage.folder, 'hub.sock'), forwarder: join(stage.folder, 'hooks', 'ask.sh') };
writeAskForwarder(target.forwarder);
let received = 0;
const socket = await listenForHooks(target.socket, async () => {
  received++;
  return {};
});
const web = createServer((incoming, response) => incoming.resume().on('end', () => response.end('{}')));
await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
const python = `python3 -c "import sys,urllib.request as r; r.urlopen('${url}', sys.stdin.buffer.read())"`;

const perTool = (hook: object) => ({ PreToolUse: [{ hooks: [hook] }], PostToolUse: [{ hooks: [hook] }] });
const setups: Record<string, object> = {
  none: {},
  'default set': hookSet(target),
  'all events': hookSet(target, { allEvents: true }),
  'http, per tool call': perTool({ type: 'http', url, timeout: 2 }),
  'python3, per tool call': perTool({ type: 'command', command: python, timeout: 5 }),
};

stage.play(
  scene('work', ...Array.from({ length: CALLS }, () => [call('Bash', { command: 'true' })]), [
    say('Worked.'),
  ]),
);
const perCall = new Map<string, number[]>();
const toFirst = new Map<string, number[]>();
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, hooks] of Object.entries(setups)) {
    const { first, each } = await measure(hooks);
    // The first round warms everything up.
    if (round === 0) continue;
    note(perCall, name, each);
    note(toFirst, name, first);
  }
}
for (const name of Object.keys(setups)) {
  console.log(
    `${name.padEnd(24)} per tool call ${describe(perCall, name)}, to the first request ${describe(toFirst, name)}`,
  );
}
console.log(`hooks received by the socket: ${received}`);
await socket.close();
web.close();
await stage.close();

async function measure(hooks: object): Promise<{ first: number; each: number }> {
  const before = stage.requests.length;
  const started = Date.now();
  const args = ['--allowed-tools', 'Bash(true)', '--settings', JSON.stringify({ hooks })];
  const claude = stage.headless({ args });
  claude.send('work');
  await claude.nextResult();
  await claude.end();
  const times = stage.requests.slice(before).map(({ at }) => at);
  const [first = 0] = times;
  return { first: first - started, each: ((times.at(-1) ?? 0) - first) / CALLS };
}

function note(into: Map<string, number[]>, name: string, value: number): void {
  into.set(name, [...(into.get(name) ?? []), value]);
}

/** The median, and by how much it exceeds that without hooks. */
function describe(of: Map<string, number[]>, name: string): string {
  const median = percentile(of.get(name) ?? [], 0.5);
  const added = median - percentile(of.get('none') ?? [], 0.5);
  return `${median.toFixed(1)} ms (${added >= 0 ? '+' : ''}${added.toFixed(1)})`;
}
