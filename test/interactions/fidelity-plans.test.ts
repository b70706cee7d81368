/** Plans, over both routes: approved into every mode, edited, rejected. Nothing is written before approval. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { isLong } from '../repetitions.ts';
import { answer, becomes, hubTest } from './answering-stage.ts';
import { startAsking, WAYS } from './asking-claude.ts';

const PLAN = '# Plan\n\n1. Write the test\n2. Make it pass';
const EDITED = '# Plan\n\n1. Make it pass';

/** Claude Code names the plan file among the reminders of plan mode. */
function planFileIn(text: string): string {
  const [path] = /\/\S+\/plans\/[\w.-]+\.md/.exec(text) ?? [];
  if (!path) throw new Error('The request names no plan file.');
  return path;
}

/** The first one is tested in every run, the others over both routes in the long run only. */
const APPROVALS = [
  { body: { plan: EDITED, mode: 'acceptEdits' }, mode: 'acceptEdits' },
  { body: {}, mode: 'default' },
  { body: { mode: 'default' }, mode: 'default' },
  { body: { mode: 'acceptEdits' }, mode: 'acceptEdits' },
  { body: { mode: 'auto' }, mode: 'auto' },
] as const;

function play(stage: Stage) {
  const early = join(stage.project, 'early.txt');
  // Only the first prompt of a session comes with the reminders.
  let planFile = '';
  const writeEarly = call('Write', ({ allText }) => {
    planFile = planFileIn(allText);
    return { file_path: early, content: 'x' };
  });
  const writePlan = call('Write', () => ({ file_path: planFile, content: PLAN }));
  const exit = call('ExitPlanMode', {});
  stage.play(
    scene('write early', [writeEarly], [say('I see.')]),
    scene('plan it', [writePlan], [exit], [exit], [say('Now I start.')]),
  );
}

for (const way of WAYS) {
  for (const [at, { body, mode }] of APPROVALS.entries()) {
    const name = `a plan over ${way}, approved with ${JSON.stringify(body)}`;
    hubTest.runIf((at === 0 && way === 'hook') || isLong)(name, async ({ stage, hub }) => {
      play(stage);
      const claude = await startAsking(stage, hub, way, 'plan');
      const early = await claude.ask('write early');
      expect(early).toMatchObject({ kind: 'permission', tool_name: 'Write' });
      await answer(hub, early, { decision: 'deny', message: 'Plan first.' });
      expect(await claude.toolResult()).toMatchObject({ isError: true, text: 'Plan first.' });
      expect(existsSync(join(stage.project, 'early.txt'))).toBe(false);
      await claude.rest(early);

      const first = await claude.ask('plan it');
      expect(first).toMatchObject({ kind: 'plan', input: { plan: PLAN } });
      const rejected = await answer(hub, first, { decision: 'reject', feedback: 'Make it "shorter".' });
      expect(rejected.status, JSON.stringify(rejected.body)).toBe(200);
      expect(await claude.toolResult(2)).toMatchObject({ isError: true, text: 'Make it "shorter".' });

      // Still in plan mode, it asks again.
      const second = await becomes(hub, first, 'proof', ({ answer }) => answer?.applied === 'confirmed').then(
        () => claude.next(first),
      );
      expect(second.kind).toBe('plan');
      const approved = await answer(hub, second, { decision: 'approve', ...body });
      expect(approved.status, JSON.stringify(approved.body)).toBe(200);
      const { text, isError } = await claude.toolResult(3);
      expect(isError).toBe(false);
      const isEdited = 'plan' in body;
      expect(text).toContain(isEdited ? EDITED : PLAN);
      if (isEdited) {
        expect(text).not.toContain('Write the test');
        expect(readFileSync(String(second.input['planFilePath']), 'utf8').trim()).toBe(EDITED);
      }
      await becomes(hub, second, 'proof', (now) => now.answer?.applied === 'confirmed');
      await hub.waitFor(first.session_id, 'the end of the turn', ({ status }) => status === 'idle');
      // The mode shows with the next prompt at the latest.
      await claude.standBy(second);
      await hub.waitFor(first.session_id, 'the mode', ({ permission_mode }) => permission_mode === mode);
    });
  }
}
