/** An answer whose acknowledgement is lost is sent again by the SDK, and counts once. With the real Claude Code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { createClient } from '../../src/sdk/client.ts';
import { holdCommand } from '../../stage/gate.ts';
import { bash, openInteraction, interactionTest as test } from '../cli/interaction-stage.ts';
import { type DrivenHub, hasTurn } from '../drivers/driven-hub.ts';

/** A client on a line that fails as `trouble` says, then works. Every request counts. */
function clientOnBadLine(hub: DrivenHub, trouble: (send: () => Promise<Response>) => Promise<Response>) {
  const keys: (string | null)[] = [];
  const fetchBadly: typeof fetch = (target, init) => {
    const send = () => fetch(target, init);
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    return keys.length === 1 ? trouble(send) : send();
  };
  return { keys, client: createClient({ url: () => hub.url, token: hub.token, fetch: fetchBadly }) };
}

describe('an answer over a bad connection', () => {
  test('the hub is killed after the answer and before the acknowledgement', async ({ stage, hub }) => {
    const tool = holdCommand(stage.project);
    const interaction = await openInteraction(
      { stage, hub },
      'Bash',
      bash(`echo ran >> runs.txt; ${tool.command}`),
    );
    const { client, keys } = clientOnBadLine(hub, async (send) => {
      await send();
      await hub.kill('SIGKILL');
      await hub.restart();
      tool.release();
      throw new TypeError('fetch failed');
    });
    const closed = await client.answer(interaction.id, { decision: 'allow' });
    expect(closed).toMatchObject({
      id: interaction.id,
      state: 'answered',
      answer: { by: { name: 'operator' } },
    });
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    await hub.waitFor(interaction.session_id, 'the turn', hasTurn('please Bash', 'completed'));
    expect(readFileSync(join(stage.project, 'runs.txt'), 'utf8')).toBe('ran\n');
    const { items } = await client.audit();
    expect(items.filter(({ interaction_id }) => interaction_id === interaction.id)).toHaveLength(1);
    // A call with another key is a separate call, and comes second.
    await expect(hub.client.answer(interaction.id, { decision: 'allow' })).rejects.toMatchObject({
      code: 'interaction_closed',
    });
  });

  test('the hub is down when the answer is given, and comes back', async ({ stage, hub }) => {
    const interaction = await openInteraction({ stage, hub }, 'Bash', bash('echo ran >> runs.txt'));
    await hub.kill('SIGKILL');
    const { client, keys } = clientOnBadLine(hub, async (send) => {
      const failed = await send().catch((error: unknown) => error);
      await hub.restart();
      throw failed;
    });
    const closed = await client.answer(interaction.id, { decision: 'deny', message: 'no' });
    expect(closed).toMatchObject({ state: 'answered', answer: { decision: 'deny' } });
    expect(keys.length).toBeGreaterThan(1);
    await hub.waitFor(interaction.session_id, 'the turn', hasTurn('please Bash', 'completed'));
    expect(stage.requests.at(-1)?.hearing.toolResults.at(-1)).toMatchObject({ isError: true, text: 'no' });
  });
});
