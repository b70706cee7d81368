/** Hubs and runners of different versions work together, and a runner tolerates what it does not understand. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runFolderAt } from '../../../src/drivers/stream/run-folder.ts';
import { LineSplitter } from '../../../src/lib/line-splitter.ts';
import { isProcessAlive } from '../../../src/lib/process-identity.ts';
import { waitUntil } from '../../../stage/patience.ts';
import { say, scene } from '../../../stage/screenplay.ts';
import { stageTest } from '../../stage-test.ts';
import { copyingClaude } from './processes.ts';
import { streamStage, textPrompt } from './stream-stage.ts';

const OLD_RUNNER = [process.execPath, join(import.meta.dirname, 'old-runner.mjs')];

stageTest('a hub drives a run of an older runner, including one that it adopts', async ({ stage }) => {
  stage.play(scene('hello', [say('Good morning.')]), scene('again', [say('And again.')]));
  const { driver, order, recorder, isClean } = streamStage(stage);
  const claude = copyingClaude(stage);
  const before = driver({ runnerCommand: OLD_RUNNER });
  const run = await before.start(order({ claude: claude.path }));
  await run.deliver(textPrompt('hello'));
  await recorder.result();
  before.close();
  const [found] = await driver().reattach();
  await found?.setPermissionMode('plan');
  await found?.deliver(textPrompt('again'));
  expect(await recorder.result(2)).toMatchObject({ result: 'And again.' });
  await found?.stop();
  expect(isProcessAlive(run.pid, run.startMark)).toBe(false);
  expect(await recorder.end()).toBe('stopped');
  expect(recorder.lines.map(({ text }) => text)).toEqual(claude.output());
  await isClean();
});

stageTest('a runner rejects unknown commands and continues', async ({ stage }) => {
  stage.play(scene('hello', [say('Good morning.')]));
  const { driver, order, recorder, runFolder } = streamStage(stage);
  const claude = copyingClaude(stage);
  const run = await driver().start(order({ claude: claude.path }));
  const hub = await connect(runFolderAt(runFolder(run)).socketFile);
  expect(hub.received[0]).toMatchObject({ type: 'hello', version: 1, stuck: null });

  hub.say('{"type":"dance","id":"1","with":{"a":"friend"}}');
  hub.say('this is not JSON');
  hub.say('{"type":"write","id":"2","message":"text"}');
  hub.say('{"type":"write","id":"3","message":["list"]}');
  hub.say('{"type":"write","message":{"type":"user"}}');
  await hub.receives({ type: 'refused', id: '1', code: 'unknown_command' });
  await hub.receives({ type: 'refused', id: null, code: 'malformed' });
  await hub.receives({ type: 'refused', id: '2', code: 'malformed' });
  await hub.receives({ type: 'refused', id: '3', code: 'malformed' });

  const uuid = randomUUID();
  const message = { type: 'user', message: { role: 'user', content: 'hello' }, uuid };
  const command = JSON.stringify({ type: 'write', id: '4', message, newField: 'of a newer hub' });
  for (let time = 0; time < 3; time++) hub.say(command);
  await waitUntil('three answers', () => hub.received.filter(({ id }) => id === '4').length === 3);
  expect(await recorder.result()).toMatchObject({ result: 'Good morning.' });
  await run.stop();
  // The copy is written after the original.
  const copies = () => claude.input().filter((line) => line.includes(uuid));
  await waitUntil('the copy', () => copies().length > 0);
  expect(copies()).toHaveLength(1);
});

type Received = Record<string, unknown>;

async function connect(file: string) {
  const socket: Socket = createConnection(file);
  const received: Received[] = [];
  const splitter = new LineSplitter();
  socket.on('data', (chunk: Buffer) => {
    for (const { text } of splitter.push(chunk)) received.push(JSON.parse(text));
  });
  await once(socket, 'connect');
  await waitUntil('a greeting', () => received.length > 0);
  return {
    received,
    say: (line: string) => socket.write(`${line}\n`),
    receives: (wanted: Received) =>
      waitUntil(`${JSON.stringify(wanted)}`, () =>
        received.some((message) => Object.entries(wanted).every(([key, value]) => message[key] === value)),
      ),
  };
}
