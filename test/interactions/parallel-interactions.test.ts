/** Simultaneous requests of one session, including subagents, answered out of order: each gets its own answer. */
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

describe('parallel fetches', () => {
  for (const way of WAYS) {
    hubTest.runIf(way === 'hook' || isLong)(`over ${way}: the last first`, async ({ stage, hub }) => {
      const fetches = NAMES.map((name) => call('WebFetch', { url: urlOf(name), prompt: 'x' }));
      stage.play(scene('fetch them', fetches, [say('Done.')]));
      const claude = await startAsking(stage, hub, way);
      await claude.prompt('fetch them');
      const asks = await waitingAll(hub, NAMES.length);
      for (const name of NAMES.toReversed()) {
        const interaction = asks.find(({ input }) => input['url'] === urlOf(name)) ?? { id: name };
        const answered = await answer(hub, interaction, { decision: 'deny', message: `not ${name}` });
        expect(answered.status, JSON.stringify(answered.body)).toBe(200);
        // On a slow machine, the proof comes after the response.
        await becomes(hub, interaction, 'proof', (now) => now.answer?.applied === 'confirmed');
      }
      const results = await waitUntil('the tool result', () => {
        const received = stage.requests.at(-1)?.hearing.toolResults ?? [];
        return received.length === NAMES.length && received;
      });
      expect(results.map(({ text }) => text).sort()).toEqual(NAMES.map((name) => `not ${name}`).sort());
      // Each denial reached its own call.
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
  hubTest(
    'make simultaneous requests in a stream session: each is answered separately',
    async ({ stage, hub }) => {
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
      for (const interaction of [first, second]) {
        await becomes(hub, interaction, 'proof', (now) => now.answer?.applied === 'confirmed');
      }
      expect(existsSync(join(stage.project, 'second.txt'))).toBe(true);
      expect(existsSync(join(stage.project, 'first.txt'))).toBe(false);
      const results = () => stage.requests.flatMap(({ hearing }) => hearing.toolResults);
      await waitUntil('the refusal to be told', () => results().some(({ text }) => text === 'not the first'));
    },
  );
});
