import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { event } from '../core/event-fixture.ts';
import type { SlashCommand } from '../protocol/completion.ts';
import { CommandUpdates } from './command-updates.ts';

test('reports commands once there are some, and again only after a change', async () => {
  let items: SlashCommand[] | undefined = [];
  const reported: SessionUpdate[] = [];
  const updates = new CommandUpdates(
    async () => {
      if (!items) throw new Error('no hub');
      return { items };
    },
    async (updates) => void reported.push(...updates),
  );
  await updates.show();
  expect(reported).toEqual([]);
  items = [{ name: 'compact', about: 'Summarize', hint: '<what to keep>' }, { name: 'cost' }];
  const run = { type: 'run_started', pid: 1, start_mark: 'x' } as const;
  updates.event(event(run));
  await waitUntil('the commands', () => reported.length === 1);
  expect(reported).toEqual([
    {
      sessionUpdate: 'available_commands_update',
      availableCommands: [
        { name: 'compact', description: 'Summarize', input: { hint: '<what to keep>' } },
        { name: 'cost', description: '' },
      ],
    },
  ]);
  await updates.show();
  items = undefined;
  await updates.show();
  expect(reported).toHaveLength(1);
});
