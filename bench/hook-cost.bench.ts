/**
 * What our hooks cost inside the real Claude Code: time and processor time added per tool call. Rounds alternate between no
 * hooks, the default set, all events and, for comparison, as many commands that do nothing, a synchronous http hook per tool
 * call, and a Python forwarder.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hookSet } from '../src/claude/hook-set.ts';
import { locateHome } from '../src/hub/home/reins-home.ts';
import { hookTargetOf, writeHookScripts } from '../src/hub/installation/hook-scripts.ts';
import { listenForHooks } from '../src/server/hook-socket.ts';
import { call, pause, say, scene } from '../stage/screenplay.ts';
import { openStage } from '../stage/stage.ts';
import { Comparison, printLoad } from './comparison.ts';
import { percentile } from './percentiles.ts';

const ROUNDS = 7;
const CALLS = 30;
/** With a model that responds immediately, the hooks of one call compete with the next call; a real one takes its time. */
const THINKING_MS = 150;
const TICK_MS = 10;
const PYTHON = 'python3, per tool call';

const stage = await openStage();
const target = hookTargetOf(locateHome({ REINS_HOME: stage.folder }));
writeHookScripts(target);
let received = 0;
const socket = await listenForHooks(target.socket, async () => {
  received++;
  return {};
});
const web = createServer((incoming, response) => incoming.resume().on('end', () => response.end('{}')));
await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
const python = `python3 -c "import sys,urllib.request as r; r.urlopen('${url}', sys.stdin.buffer.read())"`;

const on = (events: readonly string[], hook: object) =>
  Object.fromEntries(events.map((event) => [event, [{ hooks: [hook] }]]));
const perTool = ['PreToolUse', 'PostToolUse'];
const setups: Record<string, object> = {
  none: {},
  'default set': hookSet(target),
  'all events': hookSet(target, { allEvents: true }),
  'three async commands that do nothing': on([...perTool, 'PostToolBatch'], {
    ...{ type: 'command', command: 'true', async: true, timeout: 2 },
  }),
  'http, per tool call': on(perTool, { type: 'http', url, timeout: 2 }),
  [PYTHON]: on(perTool, { type: 'command', command: python, timeout: 5 }),
};

const working = (thinking: number) =>
  Array.from({ length: CALLS }, () => [pause(thinking), call('Bash', { command: 'true' })]);
stage.play(
  scene('work fast', ...working(0), [say('Worked.')]),
  scene('work', ...working(THINKING_MS), [say('Worked.')]),
);
for (const [cue, thinking] of [['work fast', 0] as const, ['work', THINKING_MS] as const]) {
  const time = new Comparison('none');
  const processor = new Comparison('none');
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, hooks] of Object.entries(setups)) {
      // So slow that one comparison is enough.
      if (thinking > 0 && name === PYTHON) continue;
      const { each, cpu } = await measure(cue, hooks);
      // The first round warms everything up.
      if (round === 0) continue;
      time.note(name, each - thinking);
      processor.note(name, cpu);
    }
  }
  console.log(`\nper tool call, with a model that thinks for ${thinking} ms`);
  time.print();
  console.log('\nprocessor time per tool call, Claude Code and its hooks');
  processor.print();
  printLoad();
}
console.log(`hooks received by the socket: ${received}`);
await socket.close();
web.close();
await stage.close();

async function measure(cue: string, hooks: object): Promise<{ each: number; cpu: number }> {
  const before = stage.requests.length;
  const cpuBefore = childrenCpuMs();
  const args = ['--allowed-tools', 'Bash(true)', '--settings', JSON.stringify({ hooks })];
  const claude = stage.headless({ args });
  claude.send(cue);
  await claude.nextResult();
  await claude.end();
  const times = stage.requests.slice(before).map(({ at }) => at);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  return { each: percentile(gaps, 0.5), cpu: (childrenCpuMs() - cpuBefore) / CALLS };
}

/** Processor time of ended processes that this one or its children started. */
function childrenCpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
