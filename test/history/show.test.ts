/** `reins show` on a session of the real Claude Code: the time of a tool, of a person, and of the API. */
import { expect } from 'vitest';
import type { Timeline } from '../../src/protocol/timeline.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, pause, say, scene } from '../../stage/screenplay.ts';
import { startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';

stageTest('shows where the time went', async ({ stage }) => {
  const hub = await startStageHub(stage);
  stage.play(
    scene(
      'work',
      [pause(200), say('On it.'), call('Bash', { command: 'sleep 0.3; touch x' })],
      [say('Done.')],
    ),
    scene('more', [say('No.')]),
  );
  const claude = stage.headless({ args: ['--allowedTools', 'Bash'] });
  claude.send('work');
  await claude.nextResult();
  claude.send('more');
  const { session_id: id = '' } = await claude.nextResult();
  await claude.end();
  await waitUntil('both turns', async () => {
    const view = await hub.client.get(id).catch(() => undefined);
    return view?.turns.filter(({ outcome }) => outcome === 'completed').length === 2;
  });

  const { stdout, code } = await hub.run('show', id, '--json');
  expect(code).toBe(0);
  const { totals, turns, waits, tools } = JSON.parse(stdout) as Timeline;
  expect(turns.map(({ prompt }) => prompt)).toEqual(['work', 'more']);
  expect(totals).toMatchObject({ turns: 2, tool_calls: 1, tool_failures: 0 });
  expect(totals.tool_ms).toBeGreaterThanOrEqual(300);
  expect(totals.api_ms).toBeGreaterThanOrEqual(150);
  expect(totals.tool_ms + totals.person_ms + totals.api_ms).toBe(totals.duration_ms);
  expect(tools).toMatchObject([{ name: 'Bash', calls: 1 }]);
  expect(waits.find(({ kind }) => kind === 'tool')?.what).toBe('Bash: sleep 0.3; touch x');

  const shown = await hub.run('show', 'last');
  expect(shown.stdout).toMatch(/Time .* at work/);
  expect(shown.stdout).toContain('Bash: sleep 0.3; touch x');
});
