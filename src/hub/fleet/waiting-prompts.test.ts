import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Identity } from '../../protocol/access.ts';
import { CopyStore } from '../../store/copies.ts';
import { WaitingPrompts } from './waiting-prompts.ts';

const ME: Identity = { id: 'device:1', name: 'phone', role: 'operator' };
const KEY = 'aaaaaaaaaa/11111111-1111-4111-8111-111111111111';
const HOUR_MS = 3_600_000;

function openPrompts() {
  const folder = mkdtempSync(join(tmpdir(), 'reins-prompts-'));
  const copies = new CopyStore(join(folder, 'copies.db'));
  onTestFinished(() => {
    copies.close();
    rmSync(folder, { recursive: true });
  });
  const posted: string[] = [];
  const removed: string[] = [];
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
  let changes = 0;
  const prompts = new WaitingPrompts({
    copies,
    now: () => clock.now,
    onChange: () => changes++,
    post: {
      postPrompt: async (_owner, id) => void posted.push(id),
      removePrompt: async (_owner, id) => void removed.push(id),
    },
  });
  return { prompts, clock, posted, removed, changes: () => changes };
}

const add = async (prompts: WaitingPrompts) =>
  (await prompts.add(KEY, { text: 'later', when: 'queue', deliver_when_back: true }, ME)).message_id;

test('a refused prompt stays with the reason, until a person removes it', async () => {
  const { prompts, posted, removed, changes } = openPrompts();
  const id = await add(prompts);
  expect(posted).toEqual([id]);
  const refusal = { code: 'session_ended', message: 'It has ended.' };
  prompts.refuse('bbbbbbbbbb', id, refusal);
  expect(prompts.list(KEY)).toMatchObject([{ state: 'queued', blocked_by: 'host_offline' }]);
  prompts.refuse('aaaaaaaaaa', id, refusal);
  expect(prompts.list(KEY)).toMatchObject([{ state: 'failed', error: refusal }]);
  expect(changes()).toBe(2);
  await prompts.remove(KEY, id);
  expect([prompts.list(KEY), removed]).toEqual([[], []]);
});

test('a prompt that nobody took within a day is reported for another day', async () => {
  const { prompts, clock } = openPrompts();
  await add(prompts);
  clock.now += 25 * HOUR_MS;
  expect(prompts.list(KEY)).toMatchObject([
    { state: 'failed', error: { message: expect.stringContaining('not come back within a day') } },
  ]);
  clock.now += 25 * HOUR_MS;
  expect(prompts.list(KEY)).toEqual([]);
});
