/**
 * From a prompt to its first token: through the hub (POST of the message to `text_delta` on the event stream), compared with
 * driving the CLI directly (line on stdin to `stream_event` on stdout). Both sessions stay alive and take turns.
 */
import { randomUUID } from 'node:crypto';
import { say, scene } from '../stage/screenplay.ts';
import { openStage } from '../stage/stage.ts';
import { describeMs, percentile } from './percentiles.ts';
import { readSse } from './sse-reader.ts';
import { startBenchStageHub } from './stage-hub.ts';

const ROUNDS = 60;
const WARM_UP = 10;

const stage = await openStage();
stage.play(scene(/^prompt \d+$/m, [say('A few words in answer, in several pieces.', { chunk: 8 })]));
const hub = await startBenchStageHub(stage);
const { session_id } = await hub.ask('POST', '/sessions', { cwd: stage.project, driver: 'stream' });
let onDelta: (at: number) => void = () => {};
let onIdle: () => void = () => {};
const stream = await readSse(`${hub.url}/api/sessions/${session_id}/events?since=now`, hub.token, (data) => {
  if (data.includes('"type":"text_delta"')) onDelta(performance.now());
  else if (data.includes('"type":"activity_changed"') && data.includes('"activity":"idle"')) onIdle();
});
let onStreamEvent: (at: number) => void = () => {};
const claude = stage.headless({
  env: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' },
  onMessage: ({ type, ...message }) => {
    if (type === 'stream_event' && JSON.stringify(message).includes('text_delta'))
      onStreamEvent(performance.now());
  },
});

const direct: number[] = [];
const throughHub: number[] = [];
for (let round = 0; round < ROUNDS + WARM_UP; round++) {
  const [bare, ours] = [await promptDirectly(round), await promptHub(round)];
  if (round < WARM_UP) continue;
  direct.push(bare);
  throughHub.push(ours);
}
console.log(`driving the CLI directly  ${describeMs(direct)}`);
console.log(`through the hub           ${describeMs(throughHub)}`);
console.log(
  `added, median: ${(percentile(throughHub, 0.5) - percentile(direct, 0.5)).toFixed(1)} ms (goal: within 15 ms)`,
);
stream.close();
await claude.end();
await hub.ask('DELETE', `/sessions/${session_id}`);
await hub.close();
await stage.close();

async function promptDirectly(round: number): Promise<number> {
  const first = new Promise<number>((resolve) => {
    onStreamEvent = resolve;
  });
  const started = performance.now();
  claude.send(`prompt ${round}`);
  const at = await first;
  await claude.nextResult();
  return at - started;
}

async function promptHub(round: number): Promise<number> {
  const token = new Promise<number>((resolve) => {
    onDelta = resolve;
  });
  const idle = new Promise<void>((resolve) => {
    onIdle = resolve;
  });
  const started = performance.now();
  await hub.ask('POST', `/sessions/${session_id}/message`, {
    text: `prompt ${round}`,
    message_id: randomUUID(),
  });
  const at = await token;
  await idle;
  return at - started;
}
