/**
 * Whether an install delays the start of a session: from the start of the real Claude Code to its first request, in
 * alternating rounds without hooks, with the default set and a hub, and with the default set and no hub.
 */
import { join } from 'node:path';
import { hookSet } from '../src/claude/hook-set.ts';
import { locateHome } from '../src/hub/home/reins-home.ts';
import { hookTargetOf, writeHookScripts } from '../src/hub/installation/hook-scripts.ts';
import { listenForHooks } from '../src/server/hook-socket.ts';
import { say, scene } from '../stage/screenplay.ts';
import { openStage } from '../stage/stage.ts';
import { Comparison, printLoad } from './comparison.ts';

const ROUNDS = 40;

const stage = await openStage();
const target = hookTargetOf(locateHome({ REINS_HOME: stage.folder }));
writeHookScripts(target);
let received = 0;
const socket = await listenForHooks(target.socket, async () => {
  received++;
  return {};
});
stage.play(scene('hello', [say('Good morning.')]));
const setups: Record<string, object> = {
  none: {},
  'none, once more': {},
  'default set': hookSet(target),
  'default set, no hub': hookSet({ ...target, socket: join(stage.folder, 'nowhere.sock') }),
};
const toFirst = new Comparison('none');
for (let round = 0; round <= ROUNDS; round++) {
  const names = Object.keys(setups);
  // Each setup comes first equally often.
  for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
    const delay = await measure(setups[name] ?? {});
    if (round > 0) toFirst.note(name, delay);
  }
}
console.log('from the start of Claude Code to its first request');
toFirst.print();
printLoad();
console.log(`hooks received by the socket: ${received}`);
await socket.close();
await stage.close();

async function measure(hooks: object): Promise<number> {
  const before = stage.requests.length;
  const started = Date.now();
  const claude = stage.headless({ args: ['--settings', JSON.stringify({ hooks })] });
  claude.send('hello');
  await claude.nextResult();
  await claude.end();
  return (stage.requests[before]?.at ?? Number.NaN) - started;
}
