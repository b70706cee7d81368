import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Draft } from '../core/draft.ts';
import { waitUntil } from '../lib/wait-until.ts';
import { type OpenedLog, openLog } from '../store/open-log.ts';
import { InteractionKeeper } from './interaction-keeper.ts';

let folder: string;
let opened: OpenedLog;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-keeper-'));
  opened = openLog({ folder, host: 'host' });
});
afterEach(() => {
  opened.close();
  rmSync(folder, { recursive: true });
});

test('what the log did not take is tried again, and nothing is thrown', async () => {
  const { log, reader } = opened;
  const sessionId = randomUUID();
  const warnings: string[] = [];
  let failures = 2;
  const keeper = new InteractionKeeper(
    {
      onCommit: (listener) => log.onCommit(listener),
      append(batches) {
        if (failures-- > 0) throw new Error('the disk is full');
        return log.append(batches);
      },
    },
    reader,
    { info: () => {}, warn: (message) => warnings.push(message) },
    5,
  );
  const common = { source: 'hook' as const, at: Date.now() };
  const asked = {
    interaction_id: 'one',
    kind: 'permission' as const,
    input: {},
    suggestions: [],
    routes: [],
  };
  log.append([{ sessionId, drafts: [{ ...common, type: 'session_started', how: 'startup' }] }]);
  log.append([{ sessionId, drafts: [{ ...common, type: 'interaction_opened', ...asked }] }]);
  log.append([
    { sessionId, drafts: [{ ...common, at: common.at + 1, type: 'session_ended', reason: 'other' }] },
  ]);
  await waitUntil('the closing', () => reader.interactions('open').length === 0);
  expect(warnings).toHaveLength(2);
  expect(reader.interaction('one')).toMatchObject({ state: 'withdrawn' });
  keeper.close();
});

test('what a stream run asks is answered by no terminal: only its end withdraws it', async () => {
  const { log, reader } = opened;
  const sessionId = randomUUID();
  const keeper = new InteractionKeeper(log, reader, { info: () => {}, warn: () => {} });
  const at = Date.now();
  const tell = (...drafts: Draft[]) => log.append([{ sessionId, drafts }]);
  const common = { source: 'stream' as const, at };
  const tool = { item: 'tool:t', tool_use_id: 't', ...common };
  const ask = { interaction_id: 'one', kind: 'permission' as const, tool_use_id: 't', tool_name: 'Bash' };
  tell(
    { type: 'run_started', pid: 1, start_mark: '1', ...common },
    { type: 'tool_started', name: 'Bash', input: {}, ...tool },
    { type: 'interaction_opened', ...ask, input: {}, suggestions: [], routes: ['control'], ...common },
    { type: 'tool_finished', content: '', is_error: false, ...tool, at: at + 5 },
    { type: 'activity_changed', activity: 'idle', ...common, at: at + 6 },
  );
  // The keeper looks in the next round of the loop.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(reader.interaction('one')).toMatchObject({ state: 'open' });
  tell({ type: 'run_ended', pid: 1, start_mark: '1', reason: 'killed', ...common, at: at + 9 });
  await waitUntil('the closing', () => reader.interactions('open').length === 0);
  expect(reader.interaction('one')).toMatchObject({ state: 'withdrawn' });
  keeper.close();
});
