/** Answers during faults: the call still runs once, as the winner decided, and every client learns the truth. */
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';
import {
  answer,
  becomes,
  hubTest,
  interaction,
  isSettled,
  terminalOf,
  waiting,
  waitingAll,
} from '../interactions/answering-stage.ts';
import { startAsking, WAYS } from '../interactions/asking-claude.ts';
import { isLong } from '../repetitions.ts';
import { seededRandom } from '../seed.ts';

const bash = (name: string) => call('Bash', { command: `echo ${name} >> ran.txt`, description: 'x' });
const DIALOG = /Do you want to proceed/;

function ranOf(stage: Stage): () => string[] {
  const file = join(stage.project, 'ran.txt');
  return () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
}

/** Sends an answer and closes the connection as soon as it is written: the client never sees the acknowledgement. */
function cutOff(hub: DrivenHub, { id }: Interaction, key: string, body: object): Promise<void> {
  const { hostname, port } = new URL(hub.url);
  const text = JSON.stringify(body);
  const head = [
    `POST /api/interactions/${id}/answer HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${hub.token}`,
    'content-type: application/json',
    `idempotency-key: ${key}`,
    `content-length: ${Buffer.byteLength(text)}`,
  ].join('\r\n');
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head}\r\n\r\n${text}`, () => socket.destroy());
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
}

describe('a broken connection', () => {
  for (const way of WAYS) {
    // The hub stores answers in the same way for both, so one is enough for the short run.
    hubTest.runIf(way === 'control' || isLong)(
      `over ${way}: cut off before the acknowledgement, then repeated`,
      async ({ stage, hub }) => {
        const ran = ranOf(stage);
        stage.play(scene('go', [bash('once')], [say('Done.')]));
        const claude = await startAsking(stage, hub, way);
        const pending = await claude.ask('go');
        await cutOff(hub, pending, 'my key', { decision: 'allow' });
        const again = await answer(hub, pending, { decision: 'allow' }, { key: 'my key' });
        expect(again).toMatchObject({ status: 200, body: { answer: { decision: 'allow' } } });
        const other = await answer(hub, pending, { decision: 'deny' }, { key: 'another key' });
        expect(other.status).toBe(409);
        await becomes(hub, pending, 'proof', isSettled);
        await claude.rest(pending);
        expect(ran()).toEqual(['once']);
      },
    );
  }
});

describe('a killed hub', () => {
  for (const way of WAYS) {
    hubTest.runIf(way === 'hook' || isLong)(
      `over ${way}: while Claude waits, and right after the answer was acknowledged`,
      async ({ stage, hub }) => {
        const ran = ranOf(stage);
        stage.play(scene('one', [bash('one')], [say('Done.')]), scene('two', [bash('two')], [say('Done.')]));
        const claude = await startAsking(stage, hub, way);
        const held = await claude.ask('one');
        await hub.kill('SIGKILL');
        await hub.restart();
        const again = await waiting(hub);
        expect(again).toMatchObject({ id: held.id, state: 'open' });
        expect((await answer(hub, again, { decision: 'allow' }, { key: 'k' })).status).toBe(200);
        await hub.kill('SIGKILL');
        await hub.restart();
        const repeated = await answer(hub, again, { decision: 'allow' }, { key: 'k' });
        expect(repeated, JSON.stringify(repeated.body)).toMatchObject({ status: 200 });
        await becomes(hub, again, 'proof', isSettled);
        await claude.rest(again);
        expect(ran()).toEqual(['one']);

        // Killed at a random moment while the answer is being processed: logged or not, sent or not.
        const pending = await claude.ask('two');
        const answering = answer(hub, pending, { decision: 'allow' }, { key: 'k2' }).catch(() => undefined);
        const isLogged = () => interaction(hub, pending.id).then(({ state }) => state === 'answered');
        await Promise.race([
          answering,
          waitUntil('it to be logged', isLogged, { everyMs: 1 }).catch(() => {}),
        ]);
        await hub.kill('SIGKILL');
        await hub.restart();
        await answering;
        // A hook that was held comes again within moments.
        await waitUntil(
          'someone to take the answer',
          async () => (await answer(hub, pending, { decision: 'allow' }, { key: 'k2' })).status === 200,
        );
        const { answer: counted } = await becomes(hub, pending, 'proof', isSettled);
        expect(counted).toMatchObject({ decision: 'allow', by: { type: 'program' } });
        await claude.rest(pending);
        expect(ran()).toEqual(['one', 'two']);
      },
    );
  }

  hubTest(
    'the next hub learns of an answer given in the terminal; a frozen hub answers later',
    async ({ stage, hub }) => {
      const ran = ranOf(stage);
      stage.play(
        scene('go', [bash('one')], [say('All done.')]),
        scene('go on', [bash('two')], [say('Went on.')]),
      );
      const terminal = await terminalOf(stage, hub);
      await terminal.prompt('go');
      const pending = await waiting(hub);
      await terminal.waitForScreen(DIALOG);
      await hub.kill('SIGKILL');
      await terminal.answerDialog(DIALOG, '1');
      await terminal.waitForScreen(/All done/);
      await hub.restart();
      const closed = await becomes(hub, pending, 'the end', isSettled);
      expect(closed.answer, JSON.stringify(closed)).toMatchObject({
        by: { type: 'terminal' },
        decision: 'allow',
      });
      const late = await answer(hub, pending, { decision: 'deny', interrupt: true });
      expect(late).toMatchObject({
        status: 409,
        body: { error: { details: { answer: { route: 'terminal' } } } },
      });
      expect(ran()).toEqual(['one']);

      await terminal.prompt('go on');
      const next = await waiting(hub);
      hub.signal('SIGSTOP');
      const answering = answer(hub, next, { decision: 'allow' });
      expect(ran()).toEqual(['one']);
      hub.signal('SIGCONT');
      expect(await answering).toMatchObject({ status: 200 });
      expect(await becomes(hub, next, 'the end', isSettled)).toMatchObject({
        answer: { by: { type: 'program' }, applied: 'confirmed' },
      });
      await terminal.waitForScreen(/Went on\./);
      expect(ran()).toEqual(['one', 'two']);
    },
  );
});

/** Fifty real sessions are too many for a small machine: these are hooks as Claude Code sends them, with some real ones. */
hubTest(
  'fifty requests at once, in any order; then unknown ones, and those of a session that has ended',
  async ({ stage, hub }) => {
    const ran = ranOf(stage);
    stage.play(
      scene('go', [bash('real')], [say('Done.')]),
      scene('go again', [bash('never')], [say('Done.')]),
    );
    const streamed = await startAsking(stage, hub, 'control');
    const typed = await startAsking(stage, hub, 'hook');
    await Promise.all([streamed.prompt('go'), typed.prompt('go')]);
    const hold = (index: number) =>
      fetch(`${hub.url}/api/hooks`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${hub.ingestToken}`,
          'content-type': 'application/json',
          'x-pid': String(100_000 + index),
          'x-ask': '1',
        },
        body: JSON.stringify({
          session_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
          ...{ hook_event_name: 'PermissionRequest', transcript_path: '/nowhere.jsonl', cwd: stage.project },
          ...{ tool_name: 'Bash', tool_input: { command: `echo ${index}` }, permission_suggestions: [] },
        }),
      }).then((response) => response.json() as Promise<{ hookSpecificOutput: { decision: object } }>);
    const replies = Array.from({ length: 48 }, (_, index) => hold(index));
    const asks = await waitingAll(hub, 50);
    const random = seededRandom();
    const shuffled = asks.toSorted(() => random() - 0.5);
    await Promise.all(
      shuffled.map(async (pending) => {
        const { command } = pending.input as { command: string };
        const body = command.endsWith('ran.txt')
          ? { decision: 'allow' }
          : { decision: 'deny', message: command };
        const answered = await answer(hub, pending, body);
        expect(answered.status, JSON.stringify(answered.body)).toBe(200);
      }),
    );
    for (const [index, reply] of (await Promise.all(replies)).entries()) {
      expect(reply.hookSpecificOutput.decision).toMatchObject({ behavior: 'deny', message: `echo ${index}` });
    }
    await waitUntil('the real ones to run', () => ran().length === 2);
    const { items } = await hub.ask('GET', '/interactions?state=open');
    expect(items).toEqual([]);

    const unknown = await answer(hub, { id: 'no-such-thing' }, { decision: 'allow' });
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'interaction_not_found' } } });
    const isReal = ({ routes }: Interaction) => routes.includes('control');
    const [first] = asks.filter(isReal);
    await streamed.rest(first as Interaction);
    const withdrawn = await streamed.ask('go again');
    await hub.ask('POST', `/sessions/${withdrawn.session_id}/interrupt`, {});
    await becomes(hub, withdrawn, 'the withdrawal', ({ state }) => state === 'withdrawn');
    const late = await answer(hub, withdrawn, { decision: 'allow' });
    expect(late).toMatchObject({
      status: 409,
      body: { error: { code: 'interaction_closed', details: { state: 'withdrawn' } } },
    });
    await streamed.rest(withdrawn);

    const left = await streamed.ask('go again');
    await hub.ask('DELETE', `/sessions/${left.session_id}`);
    await becomes(hub, left, 'the withdrawal', ({ state }) => state === 'withdrawn');
    expect((await answer(hub, left, { decision: 'allow' })).status).toBe(409);

    const open = await typed.ask('go again');
    const { pid } = await hub.view(open.session_id);
    process.kill(pid as number, 'SIGKILL');
    await becomes(hub, open, 'the withdrawal', ({ state }) => state === 'withdrawn');
    expect((await answer(hub, open, { decision: 'allow' })).status).toBe(409);
    expect(ran()).toEqual(['real', 'real']);
  },
);
