/**
 * The same session used on its own host and from another host of the fleet, in turns: from the model's call to the visible
 * request, from an answer to the tool's result at the model, from a prompt to its first token; and every event at a
 * subscriber of each host. NATS and both hubs share the machine.
 */
import { join } from 'node:path';
import { fleetFilesIn } from '../src/fleet/fleet-files.ts';
import { writeMembership } from '../src/fleet/membership.ts';
import { waitUntil } from '../stage/patience.ts';
import { call, say, scene } from '../stage/screenplay.ts';
import { openStage } from '../stage/stage.ts';
import { startNats } from '../test/fleet/nats-fixture.ts';
import { Comparison, printLoad } from './comparison.ts';
import { describeMs, percentile } from './percentiles.ts';
import { readSse } from './sse-reader.ts';
import { type BenchStageHub, startBenchStageHub } from './stage-hub.ts';

const ROUNDS = 40;
const WARM_UP = 3;

const stage = await openStage();
stage.play(
  scene(
    /^make \d+$/m,
    [say('I make it now. '), call('Bash', { command: 'touch made.txt', description: 'x' })],
    [say('Done.')],
  ),
);
const nats = await startNats(join(stage.folder, 'front'));
writeMembership(fleetFilesIn(join(stage.folder, 'owner')).memberFile, nats.admit('owner'));
const owner = await startBenchStageHub(stage, 'owner');
const front = await startBenchStageHub(stage, 'front', {
  CLAUDE_CONFIG_DIR: join(stage.folder, 'claude-front'),
});
const { session_id: id } = await owner.ask('POST', '/sessions', {
  ...{ cwd: stage.project, driver: 'stream', permission_mode: 'default', trust: true },
});
await waitUntil('the session at the front', async () => {
  const { items } = await front.ask('GET', '/sessions');
  return items.length === 1;
});

/** When each event reached the subscribers of each hub, by its number. */
const arrivals = new Map<number, { owner?: number; front?: number }>();
/** Reads the stream of the session at one hub. */
class Side {
  readonly name: 'owner' | 'front';
  readonly hub: BenchStageHub;
  deltaAt = 0;
  askedAt = 0;
  interaction = '';
  isIdle = true;

  constructor(name: 'owner' | 'front', hub: BenchStageHub) {
    this.name = name;
    this.hub = hub;
  }

  async follow() {
    const url = `${this.hub.url}/api/sessions/${id}/events?since=now`;
    return readSse(url, this.hub.token, (data) => this.#take(data, performance.now()));
  }

  #take(data: string, at: number): void {
    const event = JSON.parse(data);
    if (event.type === 'text_delta') this.deltaAt ||= at;
    if (event.seq === undefined) return;
    arrivals.set(event.seq, { ...arrivals.get(event.seq), [this.name]: at });
    if (event.type === 'interaction_opened') {
      this.askedAt = Date.now();
      this.interaction = event.interaction_id;
    }
    if (event.type === 'activity_changed') this.isIdle = event.activity === 'idle';
  }
}

const sides = [new Side('owner', owner), new Side('front', front)] as const;
const streams = await Promise.all(sides.map((side) => side.follow()));
const asked = new Comparison('owner');
const answered = new Comparison('owner');
const prompted = new Comparison('owner');
for (let round = 0; round < ROUNDS + WARM_UP; round++) {
  for (const side of sides) {
    for (const one of sides) Object.assign(one, { deltaAt: 0, askedAt: 0, interaction: '', isIdle: false });
    const before = stage.requests.length;
    const sentAt = performance.now();
    await side.hub.ask('POST', `/sessions/${id}/message`, { text: `make ${round}` });
    await waitUntil('the request', () => side.interaction !== '', { everyMs: 1 });
    const calledAt = stage.requests[before]?.at ?? Number.NaN;
    const answeredAt = Date.now();
    await side.hub.ask('POST', `/interactions/${side.interaction}/answer`, { decision: 'allow' });
    await waitUntil('the end', () => sides.every(({ isIdle }) => isIdle), { everyMs: 1 });
    if (round < WARM_UP) continue;
    prompted.note(side.name, side.deltaAt - sentAt);
    asked.note(side.name, side.askedAt - calledAt);
    answered.note(side.name, (stage.requests[before + 1]?.at ?? Number.NaN) - answeredAt);
  }
}
console.log('from the request to the model to the permission request at a subscriber');
asked.print();
console.log('\nfrom the answer to the result of the tool at the model');
answered.print();
console.log('\nfrom the prompt to its first token');
prompted.print();
const both = [...arrivals.values()].flatMap(({ owner: there, front: here }) =>
  there === undefined || here === undefined ? [] : [here - there],
);
console.log('\nan event at a subscriber of the front, after that of the owner');
console.log(`${describeMs(both)} (goal: p50 within 5 ms, p99 within 15 ms)`);
console.log(`p90 ${percentile(both, 0.9).toFixed(1)} ms`);
printLoad();
for (const stream of streams) stream.close();
await owner.ask('DELETE', `/sessions/${id}`);
await Promise.all([owner.close(), front.close()]);
await nats.stop();
await stage.close();
