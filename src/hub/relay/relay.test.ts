import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../../stage/patience.ts';
import type { Run } from '../../drivers/driver.ts';
import type { EventBody } from '../../protocol/events.ts';
import { NOON, OTHER, SESSION, storeTest, type TestStore } from '../../store/store-fixture.ts';
import { Relay } from './relay.ts';

const warnings: string[] = [];
const output = { info: () => {}, warn: (message: string) => void warnings.push(message) };
let clock = NOON;

function record({ log }: TestStore, sessionId: string, fact: EventBody): void {
  clock += 1;
  log.append([{ sessionId, drafts: [{ ...fact, source: 'driver', at: clock }] }]);
}
const begin = (store: TestStore, sessionId = SESSION, pid = 1) =>
  record(store, sessionId, { type: 'run_started', pid, start_mark: 'm' });
const turn = (store: TestStore, on: boolean, sessionId = SESSION) =>
  record(store, sessionId, { type: 'relay_switched', on, by: 'me' });

function open(store: TestStore) {
  const bell = join(store.folder, 'relay', 'bell');
  const relay = new Relay({ log: store.log, reader: store.reader, bell, output, now: () => NOON });
  const collect = (event = 'Stop', sessionId = SESSION, gone = new AbortController().signal) =>
    relay.collect(JSON.stringify({ session_id: sessionId, hook_event_name: event }), gone);
  const marks = () => readdirSync(dirname(bell)).sort();
  return { relay, bell, collect, marks };
}

const bare = { sessionId: SESSION, pid: 1, startMark: 'm', capabilities: [], runId: 'r' } as unknown as Run;
const hello = { messageId: randomUUID(), content: [{ type: 'text', text: 'Hello' }] } as const;

storeTest('marks and bell follow the log: relay on, off, and the end of the session', ({ store }) => {
  const { marks } = open(store);
  for (const session of [SESSION, OTHER]) begin(store, session);
  expect(marks()).toEqual([]);
  turn(store, true);
  expect(marks()).toEqual([SESSION, 'bell']);
  turn(store, true, OTHER);
  turn(store, false);
  expect(marks()).toEqual([OTHER, 'bell']);
  record(store, OTHER, { type: 'run_ended', pid: 1, start_mark: 'm', reason: 'exited' });
  expect(marks()).toEqual([]);
});

storeTest('at its start, the hub makes the files match the log, and rings', ({ store }) => {
  begin(store);
  turn(store, true);
  const bell = join(store.folder, 'relay', 'bell');
  mkdirSync(dirname(bell));
  writeFileSync(join(dirname(bell), OTHER), '');
  writeFileSync(bell, 'old');
  const { marks } = open(store);
  expect(marks()).toEqual([SESSION, 'bell']);
  expect(readFileSync(bell, 'utf8')).not.toBe('old');
});

storeTest('messages can be relayed to a run only while relay is enabled', async ({ store }) => {
  const { relay, collect } = open(store);
  begin(store);
  const run = relay.extend(bare);
  expect(run.capabilities).toEqual([]);
  expect(await run.blockedBy()).toBe('relay_off');
  expect(await collect()).toBeUndefined();
  await expect(run.deliver(hello)).rejects.toMatchObject({ code: 'blocked' });

  turn(store, true);
  expect(run.capabilities).toEqual(['relay', 'queue', 'steer']);
  const carried = collect();
  expect(await run.blockedBy()).toBeUndefined();
  await run.deliver(hello);
  expect(await carried).toMatch(/^Sent by .* through Reins.*\n\nHello$/s);
  await expect(run.deliver(hello)).rejects.toMatchObject({ details: { blocked_by: 'relay_not_waiting' } });

  const waiting = collect();
  turn(store, false);
  expect(await waiting).toBeUndefined();
  expect(run.capabilities).toEqual([]);
});

storeTest('rings the bell for a message, and the carrier gets it', async ({ store }) => {
  const { relay, bell, collect } = open(store);
  begin(store);
  turn(store, true);
  const run = relay.extend(bare);
  // Enabling relay has already rung: a carrier that comes and goes permits the next ring.
  const gone = new AbortController();
  const first = collect('FileChanged', SESSION, gone.signal);
  gone.abort();
  await first;
  writeFileSync(bell, 'silent');
  const blocked = run.blockedBy();
  await waitUntil('the ring', () => readFileSync(bell, 'utf8') !== 'silent');
  const carried = collect('FileChanged');
  expect(await blocked).toBeUndefined();
  await run.deliver(hello);
  expect(await carried).toContain('Hello');
});

storeTest('a run follows its process to another session, which has its own setting', ({ store }) => {
  const { relay, marks } = open(store);
  begin(store);
  turn(store, true);
  const run = relay.extend(bare);
  record(store, SESSION, { type: 'run_ended', pid: 1, start_mark: 'm', reason: 'moved' });
  begin(store, OTHER);
  expect([run.sessionId, run.capabilities]).toEqual([OTHER, []]);
  expect(marks()).toEqual([]);
  turn(store, true, OTHER);
  expect(run.capabilities).toContain('relay');
});

storeTest(
  'a run that takes prompts needs no relay; images and long texts cannot be relayed',
  async ({ store }) => {
    const { relay, collect } = open(store);
    const typed = { ...bare, capabilities: ['prompt'] } as unknown as Run;
    expect(relay.extend(typed)).toBe(typed);
    begin(store);
    turn(store, true);
    void collect();
    const run = relay.extend(bare);
    const long = { messageId: randomUUID(), content: [{ type: 'text', text: 'x'.repeat(90_001) }] } as const;
    await expect(run.deliver(long)).rejects.toMatchObject({ code: 'too_large' });
    expect(await run.blockedBy()).toBeUndefined();
  },
);

storeTest('unwritable files cause a warning, not a failure', ({ store }) => {
  writeFileSync(join(store.folder, 'relay'), 'in the way');
  begin(store);
  const bell = join(store.folder, 'relay', 'bell');
  new Relay({ log: store.log, reader: store.reader, bell, output, now: () => NOON });
  turn(store, true);
  expect(existsSync(bell)).toBe(false);
  expect(warnings.join()).toContain('Failed to write');
});
