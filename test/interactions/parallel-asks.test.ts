/** Several asks of one session at once, of subagents too, answered out of order: each gets its own answer. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { isLong } from '../repetitions.ts';
import { answer, becomes, hubTest, waitingAll } from './answering-stage.ts';
import { startAsking, WAYS } from './asking-claude.ts';

const NAMES = ['one', 'two', 'three'];
const urlOf = (name: string) => `http://${name}.localhost/`;

describe('fetches side by side', () => {
  for (const way of WAYS) {
    hubTest.runIf(way === 'hook' || isLong)(`over ${way}: the last first`, async ({ stage, hub }) => {
      const fetches = NAMES.map((name) => call('WebFetch', { url: urlOf(name), prompt: 'x' }));
      stage.play(scene('fetch them', fetches, [say('Done.')]));
      const claude = await startAsking(stage, hub, way);
      await claude.prompt('fetch them');
      const asks = await waitingAll(hub, NAMES.length);
      for (const name of NAMES.toReversed()) {
        const ask = asks.find(({ input }) => input['url'] === urlOf(name));
        const answered = await answer(hub, ask ?? { id: name }, { decision: 'deny', message: `not ${name}` });
        expect(answered.status, JSON.stringify(answered.body)).toBe(200);
        expect(answered.body.answer.applied).toBe('confirmed');
      }
      const results = await waitUntil('the model to be told', () => {
        const heard = stage.requests.at(-1)?.hearing.toolResults ?? [];
        return heard.length === NAMES.length && heard;
      });
      expect(results.map(({ text }) => text).sort()).toEqual(NAMES.map((name) => `not ${name}`).sort());
      // Each refusal went to the call that was asked for.
      const view = await hub.view(asks[0]?.session_id ?? '');
      const tools = view.turns.flatMap(({ items }) => items).filter((item) => item.kind === 'tool');
      for (const { input, result } of tools) {
        const [name = ''] = NAMES.filter((one) => input['url'] === urlOf(one));
        expect(result).toBe(`not ${name}`);
      }
    });
  }
});

describe('two subagents', () => {
  hubTest('of a stream session ask at once: each is answered for itself', async ({ stage, hub }) => {
    const tasks = ['first', 'second'].map((name) => `${name} task`);
    const agent = (prompt: string) =>
      call('Agent', { description: 'Work', prompt, subagent_type: 'general-purpose' });
    stage.play(
      scene('send them', tasks.map(agent), [say('Sent.')]),
      ...tasks.map((task) => {
        const command = `touch ${task.split(' ')[0]}.txt`;
        return scene(task, [call('Bash', { command, description: 'x' })], [say('Done.')]);
      }),
    );
    const claude = await startAsking(stage, hub, 'control');
    await claude.prompt('send them');
    const asks = await waitingAll(hub, 2);
    const agents = new Set(asks.map(({ agent_id }) => agent_id));
    expect([agents.size, agents.has(undefined)]).toEqual([2, false]);
    const by = (name: string) => asks.find(({ input }) => input['command'] === `touch ${name}.txt`);
    const second = by('second') ?? { id: 'second' };
    const first = by('first') ?? { id: 'first' };
    expect((await answer(hub, second, { decision: 'allow' })).status).toBe(200);
    expect((await answer(hub, first, { decision: 'deny', message: 'not the first' })).status).toBe(200);
    for (const ask of [first, second]) {
      await becomes(hub, ask, 'proof', (now) => now.answer?.applied === 'confirmed');
    }
    expect(existsSync(join(stage.project, 'second.txt'))).toBe(true);
    expect(existsSync(join(stage.project, 'first.txt'))).toBe(false);
    const results = () => stage.requests.flatMap(({ hearing }) => hearing.toolResults);
    await waitUntil('the refusal to be told', () => results().some(({ text }) => text === 'not the first'));
  });
});
