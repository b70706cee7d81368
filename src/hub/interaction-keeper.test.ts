import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
