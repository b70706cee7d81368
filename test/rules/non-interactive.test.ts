/** An unattended session: nothing hangs, and nothing is granted that no rule grants. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import { sharedHubTest } from '../shared-hub-test.ts';
import {
  begin,
  interactions,
  isOpen,
  lastToolResult,
  waitForInteraction,
  writePolicy,
} from './rules-stage.ts';

const bash = (command: string) => call('Bash', { command, description: 'x' });
const options = [
  { label: 'A', description: 'a' },
  { label: 'B', description: 'b' },
];
const QUESTION = { questions: [{ question: 'Which db?', header: 'db', multiSelect: false, options }] };
const ALONE = { non_interactive: true };

describe('a non-interactive session', () => {
  sharedHubTest(
    'gets "decide yourself", denials, declined forms and no approved plan; rules come first',
    async ({ stage, hub }) => {
      const question = call('AskUserQuestion', QUESTION);
      stage.play(
        scene('go', [question], [say('Mine.'), bash('touch a.txt')], [say('Done.')]),
        scene('go on', [question], [bash('touch b.txt')], [bash('mkdir c')], [say('Done.')]),
        scene('who am I', [call('mcp__asking__ask', {})], [say('Hello.')]),
        scene('plan it', [call('ExitPlanMode', {})], [say('Here is the plan.')]),
        scene('alone no more', [bash('touch d.txt')], [say('Done.')]),
      );
      const has = (name: string) => existsSync(join(stage.project, name));
      const script = join(import.meta.dirname, '../hub/asking-server.mjs');
      const mcp_config = { mcpServers: { asking: { command: process.execPath, args: [script] } } };
      const order = { ...ALONE, mcp_config, allowed_tools: ['mcp__asking__ask'] };
      const id = await begin(stage, hub, 'go', order);
      const view = await hub.waitFor(id, 'the turn', hasTurn('go', 'completed'));
      const texts = stage.requests.map(({ hearing }) => hearing.toolResults.at(-1)?.text);
      expect(texts[1]).toContain('Decide yourself');
      expect(texts[2]).toContain('Nobody is available to approve this');
      expect(has('a.txt')).toBe(false);
      expect(view.autonomy).toMatchObject({ non_interactive: true });
      const before = await interactions(hub, id);
      expect(before).toHaveLength(2);
      for (const { answer } of before) expect(answer?.by).toEqual({ type: 'rule', name: 'non_interactive' });

      // A rule that requires a person gets none.
      writePolicy(
        hub,
        { name: 'files', match: { command: 'touch *' }, decide: 'allow' },
        { name: 'the first', match: { kind: 'question' }, decide: 'first_option' },
        { name: 'ask me', match: { tool: 'Bash' }, decide: 'ask' },
      );
      await hub.send(id, 'go on');
      await hub.waitFor(id, 'the turn', hasTurn('go on', 'completed'));
      expect([has('b.txt'), has('c')]).toEqual([true, false]);
      const known = new Set(before.map((one) => one.id));
      const names = (await interactions(hub, id)).flatMap((one) =>
        known.has(one.id) ? [] : [one.answer?.by.name],
      );
      expect(names.sort()).toEqual(['files', 'non_interactive', 'the first']);

      // A form of an MCP server is declined.
      await hub.send(id, 'who am I');
      await hub.waitFor(id, 'the turn', hasTurn('who am I', 'completed'));
      expect(lastToolResult(stage)?.text).toContain('decline');

      // A plan is not approved: Claude returns it as its answer.
      await hub.ask('PATCH', `/sessions/${id}`, { permission_mode: 'plan' });
      await hub.send(id, 'plan it');
      const planned = await hub.waitFor(id, 'the turn', hasTurn('plan it', 'completed'));
      expect(lastToolResult(stage)?.text).toContain('Nobody is available to approve the plan');
      expect(planned.permission_mode).toBe('plan');

      // If it is resumed without the option, a person is asked again.
      writePolicy(hub);
      await hub.ask('DELETE', `/sessions/${id}`);
      const resumed = { driver: 'stream', permission_mode: 'manual', prompt: 'alone no more' };
      await hub.ask('POST', `/sessions/${id}/resume`, resumed);
      const open = await waitForInteraction(hub, 'the request', isOpen);
      await hub.ask('POST', `/interactions/${open.id}/answer`, { decision: 'allow' });
      await hub.waitFor(id, 'the turn', hasTurn('alone no more', 'completed'));
      expect(has('d.txt')).toBe(true);
    },
  );

  sharedHubTest('also works in a terminal of the hub', async ({ stage, hub }) => {
    stage.play(scene('go', [call('AskUserQuestion', QUESTION)], [say('Done.')]));
    const id = await begin(stage, hub, 'go', { ...ALONE, driver: 'tmux' });
    await hub.waitFor(id, 'the turn', hasTurn('go', 'completed'));
    expect(lastToolResult(stage)?.text).toContain('Decide yourself');
  });
});
