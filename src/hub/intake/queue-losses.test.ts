import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, vi } from 'vitest';
import { waitUntil } from '../../../stage/patience.ts';
import { presentDetails } from '../../core/present-session.ts';
import type { SessionState } from '../../core/session-state.ts';
import { readStartMark } from '../../lib/process-identity.ts';
import { NOON, SESSION, type TestStore, storeTest as test } from '../../store/store-fixture.ts';
import { watchQueueLosses } from './queue-losses.ts';

const started = (pid: number, at: number) =>
  ({ type: 'run_started', source: 'registry', at: NOON + at, pid, start_mark: 'a' }) as const;
const ended = (pid: number, at: number) =>
  ({ type: 'run_ended', source: 'registry', at: NOON + at, pid, start_mark: 'a', reason: 'killed' }) as const;
const row = { source: 'transcript', at: NOON + 2 } as const;
const joined = (text: string) => ({ ...row, type: 'prompt_queued', key: `row:${text}`, text }) as const;

function watch({ log, reader }: TestStore, readTranscript: () => void = () => {}) {
  const read = vi.fn(async () => readTranscript());
  const output = { info: vi.fn(), warn: vi.fn() };
  const stop = watchQueueLosses({ log, reader, output, now: () => NOON + 10, readTranscript: read });
  onTestFinished(stop);
  /** Resolves when the transcript has been read at least `times` times, and what that led to is logged. */
  const settled = async (times = 1) => {
    await waitUntil('the transcript to be read', () => read.mock.calls.length >= times);
    await Promise.all(read.mock.results.map(({ value }) => value));
  };
  return { stop, output, read, settled };
}

const warningsOf = ({ reader }: TestStore) =>
  presentDetails(reader.session(SESSION) as SessionState).warnings.map(({ code, message }) => [
    code,
    message,
  ]);

test('warns once of the prompts that a process left in its queue', async ({ store }) => {
  const { settled } = watch(store);
  store.add(started(1, 0), joined('one'), joined('say "two"'));
  expect(warningsOf(store)).toEqual([]);
  store.add(ended(1, 5));
  store.add(started(2, 6));
  await settled(2);
  expect(warningsOf(store)).toEqual([
    [
      'queued_prompts_lost',
      'Claude Code ended before it recorded 2 prompts from its queue: "one", "say \\"two\\"". They are not in the conversation; send them again if needed.',
    ],
  ]);
});

test('reads the transcript first: its last rows may show that the prompt was accepted', async ({ store }) => {
  const { settled } = watch(store, () => store.add({ ...row, type: 'prompt_unqueued', key: 'row:9' }));
  store.add(started(1, 0), joined('taken'), ended(1, 5));
  await settled();
  expect(warningsOf(store)).toEqual([]);
});

test('waits for the process to end: it may write its last rows after it has left the list', async ({
  store,
}) => {
  const { read, settled } = watch(store, () => store.add({ ...row, type: 'prompt_unqueued', key: 'row:9' }));
  const claude = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  await once(claude, 'spawn');
  const run = { pid: claude.pid as number, start_mark: readStartMark(claude.pid as number) as string };
  store.add({ ...started(1, 0), ...run }, joined('taken'), { ...ended(1, 5), ...run });
  await new Promise(setImmediate);
  expect(read).not.toHaveBeenCalled();
  claude.kill('SIGKILL');
  await once(claude, 'exit');
  await settled();
  expect(warningsOf(store)).toEqual([]);
});

test('warns when the session is resumed if the earlier hub could not', async ({ store }) => {
  store.add(started(1, 0), joined('x'.repeat(2000)), ended(1, 5));
  const { settled } = watch(store);
  store.add(started(2, 6));
  await settled();
  expect(warningsOf(store)).toEqual([
    ['queued_prompts_lost', expect.stringContaining(`a prompt from its queue: "xxx`)],
  ]);
  expect(warningsOf(store)[0]?.[1]?.length).toBeLessThan(1000);
});

test('continues if the transcript cannot be read', async ({ store }) => {
  const { settled, output } = watch(store, () => {
    throw new Error('unreadable');
  });
  store.add(started(1, 0), joined('one'), ended(1, 5));
  await settled().catch(() => {});
  await vi.waitFor(() => expect(output.warn).toHaveBeenCalled());
  expect(warningsOf(store)).toEqual([]);
});
