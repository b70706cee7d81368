/** Several asks of one session at once, answered out of order: each gets its own answer. */
import { describe, expect } from 'vitest';
import { waitUntil } from '../../src/lib/wait-until.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { answer, hubTest, waitingAll } from './answering-stage.ts';
import { startAsking, WAYS } from './asking-claude.ts';

const NAMES = ['one', 'two', 'three'];
const urlOf = (name: string) => `http://${name}.localhost/`;

describe('fetches side by side', { timeout: 120_000 }, () => {
  for (const way of WAYS) {
    hubTest(`over ${way}: the last first`, async ({ stage, hub }) => {
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
