/** An unattended session: nothing hangs, and nothing is granted that no rule grants. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { call, say, scene } from '../../stage/screenplay.ts';
import { hasTurn } from '../drivers/driven-hub.ts';
import {
  begin,
  interactions,
  isOpen,
  lastToolResult,
  rulesTest,
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
  rulesTest(
    'questions get "decide yourself", permissions are denied, rules come first',
    async ({ stage, hub }) => {
      const question = call('AskUserQuestion', QUESTION);
      stage.play(
        scene('go', [question], [say('Mine.'), bash('touch a.txt')], [say('Done.')]),
        scene('go on', [question], [bash('touch b.txt')], [bash('mkdir c')], [say('Done.')]),
        scene('alone no more', [bash('touch d.txt')], [say('Done.')]),
      );
      const has = (name: string) => existsSync(join(stage.project, name));
      const id = await begin(stage, hub, 'go', ALONE);
      const view = await hub.waitFor(id, 'the turn', hasTurn('go', 'completed'));
      const texts = stage.requests.map(({ hearing }) => hearing.toolResults.at(-1)?.text);
      expect(texts[1]).toContain('Decide yourself');
      expect(texts[2]).toContain('Nobody is available to approve this');
      expect(has('a.txt')).toBe(false);
      expect(view.autonomy).toMatchObject({ non_interactive: true });
      const before = await interactions(hub);
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
      const names = (await interactions(hub)).flatMap((one) =>
        known.has(one.id) ? [] : [one.answer?.by.name],
      );
      expect(names.sort()).toEqual(['files', 'non_interactive', 'the first']);

      // If it is resumed without the option, a person is asked again.
      writePolicy(hub);
      await hub.ask('DELETE', `/sessions/${id}`);
      await hub.ask('POST', `/sessions/${id}/resume`, { driver: 'stream', prompt: 'alone no more' });
      const open = await waitForInteraction(hub, 'the request', isOpen);
      await hub.ask('POST', `/interactions/${open.id}/answer`, { decision: 'allow' });
      await hub.waitFor(id, 'the turn', hasTurn('alone no more', 'completed'));
      expect(has('d.txt')).toBe(true);
    },
  );

  rulesTest('a plan is not approved: Claude returns it as its answer', async ({ stage, hub }) => {
    stage.play(scene('plan it', [call('ExitPlanMode', {})], [say('Here is the plan.')]));
    const id = await begin(stage, hub, 'plan it', { ...ALONE, permission_mode: 'plan' });
    const view = await hub.waitFor(id, 'the turn', hasTurn('plan it', 'completed'));
    expect(lastToolResult(stage)?.text).toContain('Nobody is available to approve the plan');
    expect(view.permission_mode).toBe('plan');
  });

  rulesTest('declines a form of an MCP server', async ({ stage, hub }) => {
    stage.play(scene('who am I', [call('mcp__asking__ask', {})], [say('Hello.')]));
    const script = join(import.meta.dirname, '../hub/asking-server.mjs');
    const mcp_config = { mcpServers: { asking: { command: process.execPath, args: [script] } } };
    const more = { ...ALONE, mcp_config, allowed_tools: ['mcp__asking__ask'] };
    const id = await begin(stage, hub, 'who am I', more);
    await hub.waitFor(id, 'the turn', hasTurn('who am I', 'completed'));
    expect(lastToolResult(stage)?.text).toContain('decline');
  });

  rulesTest('also works in a terminal of the hub', async ({ stage, hub }) => {
    stage.play(scene('go', [call('AskUserQuestion', QUESTION)], [say('Done.')]));
    const id = await begin(stage, hub, 'go', { ...ALONE, driver: 'tmux' });
    await hub.waitFor(id, 'the turn', hasTurn('go', 'completed'));
    expect(lastToolResult(stage)?.text).toContain('Decide yourself');
  });
});
