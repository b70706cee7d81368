/**
 * How soon a running session of the real Claude Code picks up an install and an uninstall: while it calls one tool after
 * another in a terminal, the time from the change of the settings file to the first hook, and to the last one.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { locateHome } from '../src/hub/home/reins-home.ts';
import { install, uninstall } from '../src/hub/installation/install.ts';
import { listenForHooks } from '../src/server/hook-socket.ts';
import { waitUntil } from '../stage/patience.ts';
import { call, scene } from '../stage/screenplay.ts';
import { openStage } from '../stage/stage.ts';
import { printLoad } from './comparison.ts';
import { describeMs } from './percentiles.ts';

const ROUNDS = 8;
/** No hook for this long while tools are called: no more will come. */
const QUIET_MS = 3000;

const stage = await openStage();
const home = locateHome({ REINS_HOME: join(stage.folder, 'reins-home') });
const file = join(stage.configDir, 'settings.json');
let receivedAt = 0;
const socket = await listenForHooks(home.socketFile, async () => {
  receivedAt = Date.now();
  return {};
});
stage.play(scene('work', ...Array.from({ length: 5000 }, () => [call('Bash', { command: 'true' })])));
const claude = await stage.terminal({ args: ['--allowed-tools', 'Bash(true)'] });
await claude.prompt('work');
await waitUntil('the work to begin', () => stage.requests.length > 3);

const picked: number[] = [];
const dropped: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  install({ home, file, allEvents: true });
  const installed = Date.now();
  await waitUntil('the first hook', () => receivedAt >= installed, { everyMs: 5 });
  picked.push(receivedAt - installed);
  await delay(QUIET_MS);
  uninstall({ home, file });
  const uninstalled = Date.now();
  await waitUntil('the last hook', () => Date.now() - Math.max(receivedAt, uninstalled) > QUIET_MS);
  dropped.push(Math.max(0, receivedAt - uninstalled));
}
console.log(`from install to the first hook    ${describeMs(picked)}`);
console.log(`from uninstall to the last hook   ${describeMs(dropped)}`);
printLoad();
await socket.close();
await stage.close();
