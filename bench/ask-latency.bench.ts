/**
 * How long a permission request takes to reach the hub: from the request that makes the model call a tool to its arrival,
 * through our script and through a bare http hook, in two terminals that take turns. Both reach the same receiver, which
 * allows the tool.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hookSet } from '../src/claude/hook-set.ts';
import { locateHome } from '../src/hub/home/reins-home.ts';
import { hookTargetOf, writeHookScripts } from '../src/hub/installation/hook-scripts.ts';
import { waitUntil } from '../stage/patience.ts';
import { call, say, scene } from '../stage/screenplay.ts';
import { openStage } from '../stage/stage.ts';
import { Comparison, printLoad } from './comparison.ts';

const ROUNDS = 50;
const ALLOW = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } };

const stage = await openStage();
const target = hookTargetOf(locateHome({ REINS_HOME: stage.folder }));
writeHookScripts(target);
let askedAt: number | undefined;
const receive = async (incoming: IncomingMessage, response: ServerResponse) => {
  askedAt = Date.now();
  incoming.resume();
  await once(incoming, 'end');
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(ALLOW));
};
const ours = createServer(receive).listen(target.socket);
const bare = createServer(receive).listen(0, '127.0.0.1');
await Promise.all([ours, bare].map((server) => server.listening || once(server, 'listening')));
const url = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`;
const { PermissionRequest = [] } = hookSet(target);
const setups: Record<string, object> = {
  'bare http hook': [{ hooks: [{ type: 'http', url, timeout: 60 }] }],
  'our script': PermissionRequest,
};

stage.play(scene(/^make file \d+$/, [call('Bash', { command: 'touch made.txt' })], [say('It is made.')]));
const terminals = new Map<string, Awaited<ReturnType<typeof stage.terminal>>>();
for (const [name, asks] of Object.entries(setups)) {
  const settings = JSON.stringify({ hooks: { PermissionRequest: asks } });
  const args = ['--permission-mode', 'manual', '--settings', settings];
  terminals.set(name, await stage.terminal({ args }));
}
const toHub = new Comparison('bare http hook');
const toModel = new Comparison('bare http hook');
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, claude] of terminals) {
    const before = stage.requests.length;
    askedAt = undefined;
    await claude.prompt(`make file ${round}`);
    const [call, result] = await waitUntil('the turn', () => {
      const requests = stage.requests.slice(before);
      return requests.length === 2 && requests;
    });
    if (round === 0) continue;
    toHub.note(name, (askedAt ?? Number.NaN) - (call?.at ?? 0));
    toModel.note(name, (result?.at ?? 0) - (askedAt ?? Number.NaN));
  }
}
console.log('from the request to the permission request at the receiver');
toHub.print();
console.log('\nfrom there, answered immediately, to the next request');
toModel.print();
printLoad();
for (const server of [ours, bare]) server.close().closeAllConnections();
await stage.close();
