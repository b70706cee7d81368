/** `reins usage` on sessions of the real Claude Code: its totals equal those of Claude Code itself. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { UsageReport } from '../../src/protocol/usage.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, finish, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { type StageHub, startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';

/** Tokens of every kind, in numbers that no mistake adds up to by chance. */
function tokens(input: number, output: number, read: number, fiveMinutes: number, hour: number) {
  return finish({
    usage: {
      ...{ input_tokens: input, output_tokens: output, cache_read_input_tokens: read },
      cache_creation_input_tokens: fiveMinutes + hour,
      cache_creation: { ephemeral_5m_input_tokens: fiveMinutes, ephemeral_1h_input_tokens: hour },
      server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 },
    },
  });
}

async function play(stage: Stage, prompt: string, model: string) {
  const claude = stage.headless({ args: ['--model', model, '--allowedTools', 'Bash,Agent'] });
  claude.send(prompt);
  const result = await claude.nextResult();
  await claude.end();
  return { id: result.session_id ?? '', cost: Number(result['total_cost_usd']) };
}

async function whole(hub: StageHub, messages: number): Promise<UsageReport> {
  return waitUntil('all messages counted', async () => {
    const report = await hub.client.usage({ group: 'session' });
    return report.is_complete && report.total.messages === messages && report;
  });
}

stageTest(
  'costs agree with those of Claude Code, including subagents, in every grouping',
  async ({ stage }) => {
    const agent = { description: 'Count', prompt: 'count them', subagent_type: 'general-purpose' };
    stage.play(
      scene(
        'work',
        [say('I will.'), call('Bash', { command: 'echo hello' }), tokens(1013, 211, 40_009, 3001, 2003)],
        [call('Agent', { ...agent, run_in_background: false }), tokens(17, 307, 50_021, 0, 5003)],
        [say('Done.'), tokens(11, 401, 60_013, 7001, 0)],
      ),
      scene('count them', [say('Seven.'), tokens(503, 53, 9001, 0, 0)]),
      scene('little', [say('Yes.'), tokens(90_001, 1009, 20_011, 101, 0)]),
    );
    const large = await play(stage, 'work', 'claude-opus-5-5');
    // Its prompt is long, which costs more with this model.
    const small = await play(stage, 'little', 'claude-haiku-5-5');
    const hub = await startStageHub(stage);
    const report = await whole(hub, 5);

    const bySession = Object.fromEntries(
      report.items.map(({ key, cost_usd }) => [key, cost_usd?.toFixed(6)]),
    );
    expect(bySession).toEqual({ [large.id]: large.cost.toFixed(6), [small.id]: small.cost.toFixed(6) });
    expect(report.total).toMatchObject({
      ...{ input_tokens: 91_545, output_tokens: 1981, cache_read_tokens: 179_055, web_searches: 10 },
      ...{ cache_write_5m_tokens: 10_103, cache_write_1h_tokens: 7006, unknown_models: [] },
    });
    expect(report.total.agents_cost_usd).toBeCloseTo((503 * 4 + 53 * 20 + 9001 * 0.2) / 1e6 + 0.02, 6);

    const run = async (...args: string[]) => JSON.parse((await hub.run('usage', '--json', ...args)).stdout);
    const models = (await run('--by', 'model')) as UsageReport;
    expect(models.items.map(({ key }) => key)).toEqual(['claude-opus-5-5', 'claude-haiku-5-5']);
    expect((await run('--by', 'project')).items).toMatchObject([{ key: stage.project, messages: 5 }]);
    const tools = (await run('--by', 'tool')) as UsageReport;
    expect(tools.items.map(({ key, messages }) => [key, messages]).sort()).toEqual([
      ...[
        ['', 3],
        ['Agent', 1],
        ['Bash', 1],
      ],
    ]);
    const days = (await run()) as UsageReport;
    expect(days.items).toHaveLength(1);
    expect(days.total.cost_usd).toBeCloseTo(large.cost + small.cost, 6);
    expect((await run('--until', '2020-01-01')).items).toEqual([]);
    expect((await run('--session', small.id)).total.messages).toBe(1);

    const shown = await hub.run('usage');
    expect(shown.stdout).toContain(`Total $${(large.cost + small.cost).toFixed(2)}`);
    expect(await hub.run('usage', '--by', 'colour')).toMatchObject({ code: 2 });

    // Removed sessions stay counted, and nothing is counted again after a restart.
    rmSync(join(stage.configDir, 'projects'), { recursive: true });
    await hub.kill();
    await hub.restart();
    expect((await whole(hub, 5)).total).toEqual(report.total);
  },
);
