/**
 * The suite that every driver passes, with the real Claude Code: what a person can do with a session does not depend on
 * what carries it. A driver skips only what the CLI itself cannot do there, and names it.
 */
import { describe, expect } from 'vitest';
import { isProcessAlive } from '../../src/lib/process-identity.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, pause, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { stageTest } from '../stage-test.ts';
import { conversation, type DrivenHub, hasTurn, isIdle, messageState, startDrivenHub } from './driven-hub.ts';

export interface Candidate {
  readonly driver: 'stream' | 'tmux' | 'external';
  /** A living session that nobody has prompted yet. */
  begin(stage: Stage, hub: DrivenHub): Promise<string>;
  /** Takes an ended session up again, the way its user would. */
  resume(stage: Stage, hub: DrivenHub, sessionId: string): Promise<void>;
  /** Names of tests that the CLI makes impossible here, and why. */
  readonly skips?: Readonly<Record<string, string>>;
}

const SLOW_TOOL = 'node -e "setTimeout(() => console.log(\'tool done\'), 4000)"';

export function testDriver(candidate: Candidate): void {
  const { driver, skips = {} } = candidate;
  const contractTest = (name: string, act: (play: Play) => Promise<void>) => {
    const reason = skips[name];
    stageTest.skipIf(reason !== undefined)(reason ? `${name} (${reason})` : name, async ({ stage }) => {
      const hub = await startDrivenHub(stage);
      try {
        const id = await candidate.begin(stage, hub);
        await act({ stage, hub, id });
      } finally {
        await hub.kill('SIGTERM');
      }
    });
  };

  describe(`the ${driver} driver`, () => {
    contractTest('prompts, and shows what came of it', async ({ stage, hub, id }) => {
      stage.play(scene('hello there', [say('Hello to you.')]));
      const message = await hub.send(id, 'hello there');
      const view = await hub.waitFor(id, 'the turn to end', hasTurn('hello there', 'completed'));
      expect(conversation(view)).toEqual([['hello there', ['Hello to you.'], 'completed']]);
      expect(view).toMatchObject({ driver, session_id: id });
      await hub.waitFor(id, 'the message to be accepted', (now) => messageState(now, message) === 'accepted');
      expect(stage.requests.filter(({ hearing }) => hearing.said.includes('hello there'))).toHaveLength(1);
    });

    contractTest(
      'takes prompts while busy: each becomes a turn of its own, in order',
      async ({ stage, hub, id }) => {
        stage.play(
          scene('first', [say('Working on the first.'), pause(1500), say(' Done with it.')]),
          scene('second', [say('Second done.')]),
          scene('third', [say('Third done.')]),
        );
        await hub.send(id, 'first');
        await hub.waitFor(id, 'the first turn to run', (view) => view.status === 'working');
        await hub.send(id, 'second');
        await hub.send(id, 'third');
        expect((await hub.view(id)).queued_prompts).toBe(2);
        const view = await hub.waitFor(id, 'the third turn to end', hasTurn('third', 'completed'));
        expect(conversation(view).map(([prompt, , outcome]) => [prompt, outcome])).toEqual([
          ['first', 'completed'],
          ['second', 'completed'],
          ['third', 'completed'],
        ]);
      },
    );

    contractTest('interrupts a turn, and the session goes on', async ({ stage, hub, id }) => {
      stage.play(
        scene('long story', [say('Once upon a time', { chunk: 2, everyMs: 50 }), pause(60_000), say('.')]),
        scene('go on', [say('Here I am.')]),
      );
      await hub.send(id, 'long story');
      await waitUntil('the model to be asked', () => stage.requests.length > 0);
      await hub.waitFor(id, 'the turn to run', (view) => view.status === 'working');
      await hub.ask('POST', `/sessions/${id}/interrupt`);
      await hub.waitFor(id, 'the turn to be interrupted', hasTurn('long story', 'interrupted'));
      await hub.waitFor(id, 'rest', isIdle);
      // Nobody waits until the model was asked before they stop it. In a terminal such a prompt may leave no trace.
      await hub.send(id, 'long story');
      await hub.ask('POST', `/sessions/${id}/message`, { text: 'go on', when: 'now' });
      await hub.waitFor(id, 'the next turn', hasTurn('go on', 'completed'));
    });

    contractTest('changes model and permission mode', async ({ stage, hub, id }) => {
      stage.play(scene('hello', [say('Hello.')]), scene('again', [say('Again.')]));
      await hub.send(id, 'hello');
      await hub.waitFor(id, 'the first turn', hasTurn('hello', 'completed'));
      await hub.waitFor(id, 'rest', isIdle);
      await hub.ask('PATCH', `/sessions/${id}`, { model: 'haiku', permission_mode: 'acceptEdits' });
      await hub.waitFor(id, 'the new mode', (view) => view.permission_mode === 'acceptEdits');
      await hub.send(id, 'again');
      const view = await hub.waitFor(id, 'the second turn', hasTurn('again', 'completed'));
      expect(stage.requests.at(-1)?.body.model).toMatch(/haiku/);
      expect(view.model).toMatch(/haiku/);
    });

    contractTest('stops: the process is gone, the record is whole', async ({ stage, hub, id }) => {
      stage.play(scene('hello', [say('Hello.')]));
      await hub.send(id, 'hello');
      const { pid } = await hub.waitFor(id, 'the turn', hasTurn('hello', 'completed'));
      await hub.waitFor(id, 'rest', isIdle);
      const after = await hub.ask('DELETE', `/sessions/${id}`);
      expect(after.status).toBe('ended');
      expect(isProcessAlive(pid as number)).toBe(false);
      expect(stage.transcript(id).some((row) => JSON.stringify(row).includes('Hello.'))).toBe(true);
      const refused = await hub.call('POST', `/sessions/${id}/message`, { text: 'too late' });
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'session_ended' } } });
    });

    contractTest('a crash ends the session, and it can be taken up again', async ({ stage, hub, id }) => {
      stage.play(
        scene('before', [say('Before.')]),
        scene('run it', [call('Bash', { command: SLOW_TOOL, description: 'slow' })], [say('Never said.')]),
        scene('after', [say('After.')]),
      );
      await hub.send(id, 'before');
      const { pid } = await hub.waitFor(id, 'the first turn', hasTurn('before', 'completed'));
      process.kill(pid as number, 'SIGKILL');
      const ended = await hub.waitFor(id, 'the end', (view) => view.status === 'ended');
      expect(ended.capabilities).toContain('resume');
      await candidate.resume(stage, hub, id);
      await hub.send(id, 'after');
      const view = await hub.waitFor(id, 'a turn after it', hasTurn('after', 'completed'));
      expect(view.session_id).toBe(id);
      expect(conversation(view).map(([prompt]) => prompt)).toEqual(['before', 'after']);
      // The model remembers what was before.
      expect(JSON.stringify(stage.requests.at(-1)?.body)).toContain('Before.');
    });

    contractTest(
      'the hub is killed in the middle of a turn and comes back: nothing is missing',
      async ({ stage, hub, id }) => {
        stage.play(
          scene('first', [say('One. ', { chunk: 1, everyMs: 30 }), pause(2500), say('Two.')]),
          scene('second', [say('Second done.')]),
        );
        await hub.send(id, 'first');
        await hub.waitFor(id, 'the turn to run', (view) => view.status === 'working');
        const queued = await hub.send(id, 'second');
        await hub.kill('SIGKILL');
        await hub.restart();
        const view = await hub.waitFor(id, 'both turns', hasTurn('second', 'completed'));
        expect(conversation(view)).toEqual([
          ['first', ['One. ', 'Two.'], 'completed'],
          ['second', ['Second done.'], 'completed'],
        ]);
        await hub.waitFor(
          id,
          'the message to be accepted',
          (now) => messageState(now, queued) === 'accepted',
        );
        expect(stage.requests.filter(({ hearing }) => hearing.said.includes('second'))).toHaveLength(1);
        expect(view.driver).toBe(driver);
        expect(view.capabilities).toContain('prompt');
      },
    );
  });
}

interface Play {
  readonly stage: Stage;
  readonly hub: DrivenHub;
  readonly id: string;
}
