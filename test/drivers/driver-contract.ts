/**
 * The suite that every driver passes, with the real Claude Code: what a person can do with a session does not depend on the
 * driver. A driver skips only what the CLI itself does not support there, and names it.
 */
import { describe, expect } from 'vitest';
import { isProcessAlive } from '../../src/lib/process-identity.ts';
import { Gate } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { hold, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { sharedHubTest } from '../shared-hub-test.ts';
import { conversation, type DrivenHub, hasTurn, isIdle, messageState } from './driven-hub.ts';

export interface Candidate {
  readonly driver: 'stream' | 'tmux' | 'external';
  /** A live session without a prompt yet. */
  begin(stage: Stage, hub: DrivenHub): Promise<string>;
  /** Resumes an ended session, as its user would. */
  resume(stage: Stage, hub: DrivenHub, sessionId: string): Promise<void>;
  /** Names of tests that the CLI makes impossible here, with the reason. */
  readonly skips?: Readonly<Record<string, string>>;
}

/** A driver whose sessions the hub starts itself. */
export function started(driver: 'stream' | 'tmux'): Candidate {
  return {
    driver,
    async begin(stage, hub) {
      const body = { cwd: stage.project, driver, permission_mode: 'manual' };
      const { session_id } = await hub.ask('POST', '/sessions', body);
      return session_id;
    },
    async resume(_stage, hub, sessionId) {
      await hub.ask('POST', `/sessions/${sessionId}/resume`, { driver });
    },
  };
}

export function testDriver(candidate: Candidate): void {
  const { driver, skips = {} } = candidate;
  const contractTest = (name: string, act: (play: Play) => Promise<void>) => {
    const reason = skips[name];
    const title = reason ? `${name} (${reason})` : name;
    sharedHubTest.skipIf(reason !== undefined)(title, async ({ stage, hub }) => {
      const id = await candidate.begin(stage, hub);
      await act({ stage, hub, id });
    });
  };

  describe(`the ${driver} driver`, () => {
    contractTest('prompts, changes model and permission mode, and stops', async ({ stage, hub, id }) => {
      stage.play(scene('hello there', [say('Hello to you.')]), scene('again', [say('Again.')]));
      const message = await hub.send(id, 'hello there');
      const view = await hub.waitFor(id, 'the turn to end', hasTurn('hello there', 'completed'));
      expect(conversation(view)).toEqual([['hello there', ['Hello to you.'], 'completed']]);
      expect(view).toMatchObject({ driver, session_id: id });
      await hub.waitFor(id, 'the message to be accepted', (now) => messageState(now, message) === 'accepted');
      expect(stage.requests.filter(({ hearing }) => hearing.said.includes('hello there'))).toHaveLength(1);
      await hub.waitFor(id, 'rest', isIdle);

      await hub.ask('PATCH', `/sessions/${id}`, { model: 'haiku', permission_mode: 'acceptEdits' });
      await hub.waitFor(id, 'the new mode', (now) => now.permission_mode === 'acceptEdits');
      await hub.send(id, 'again');
      const { model, pid } = await hub.waitFor(id, 'the second turn', hasTurn('again', 'completed'));
      expect(stage.requests.at(-1)?.body.model).toMatch(/haiku/);
      expect(model).toMatch(/haiku/);
      await hub.waitFor(id, 'rest', isIdle);

      // The process is gone, the log is complete.
      const after = await hub.ask('DELETE', `/sessions/${id}`);
      expect(after.status).toBe('ended');
      expect(isProcessAlive(pid as number)).toBe(false);
      expect(stage.transcript(id).some((row) => JSON.stringify(row).includes('Hello to you.'))).toBe(true);
      const refused = await hub.call('POST', `/sessions/${id}/message`, { text: 'too late' });
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'session_ended' } } });
    });

    contractTest('queues prompts while busy, and interrupts a turn', async ({ stage, hub, id }) => {
      const gate = new Gate();
      const story = new Gate();
      stage.play(
        scene('first', [say('Working on the first.'), hold(gate), say(' Done with it.')]),
        scene('second', [say('Second done.')]),
        scene('third', [say('Third done.')]),
        scene('long story', [say('Once upon a time'), hold(story), say('.')]),
        scene('go on', [say('Here I am.')]),
      );
      await hub.send(id, 'first');
      await hub.waitFor(id, 'the first turn to run', (view) => view.status === 'working');
      await hub.send(id, 'second');
      await hub.send(id, 'third');
      // The first may still be in Claude Code's own queue, as far as the hub has read.
      await hub.waitFor(id, 'two prompts in the queue', (view) => view.queued_prompts === 2);
      gate.open();
      // Each becomes a turn of its own, in order.
      const view = await hub.waitFor(id, 'the third turn to end', hasTurn('third', 'completed'));
      expect(conversation(view).map(([prompt, , outcome]) => [prompt, outcome])).toEqual([
        ['first', 'completed'],
        ['second', 'completed'],
        ['third', 'completed'],
      ]);
      await hub.waitFor(id, 'rest', isIdle);

      await hub.send(id, 'long story');
      await story.reached;
      await hub.waitFor(id, 'the turn to run', (now) => now.status === 'working');
      // In a terminal, an interrupt before the first word withdraws the prompt.
      if (driver !== 'stream')
        await waitUntil('its first words', async () =>
          (await hub.ask('GET', `/sessions/${id}/screen`)).text.includes('Once upon a time'),
        );
      await hub.ask('POST', `/sessions/${id}/interrupt`);
      await hub.waitFor(id, 'the turn to be interrupted', hasTurn('long story', 'interrupted'));
      await hub.waitFor(id, 'rest', isIdle);
      // People also interrupt before the request reaches the model. In a terminal, such a prompt may leave no trace.
      await hub.send(id, 'long story');
      await hub.ask('POST', `/sessions/${id}/message`, { text: 'go on', when: 'now' });
      await hub.waitFor(id, 'the next turn', hasTurn('go on', 'completed'));
    });

    contractTest('a crash ends the session, and it can be resumed', async ({ stage, hub, id }) => {
      stage.play(scene('before', [say('Before.')]), scene('after', [say('After.')]));
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
      // The model remembers the earlier conversation.
      expect(JSON.stringify(stage.requests.at(-1)?.body)).toContain('Before.');
    });

    contractTest(
      'if the hub is killed in the middle of a turn and restarts, nothing is missing',
      async ({ stage, hub, id }) => {
        const gate = new Gate();
        stage.play(
          scene('first', [say('One. ', { chunk: 1 }), hold(gate), say('Two.')]),
          scene('second', [say('Second done.')]),
        );
        await hub.send(id, 'first');
        await hub.waitFor(id, 'the turn to run', (view) => view.status === 'working');
        const queued = await hub.send(id, 'second');
        await hub.kill('SIGKILL');
        await hub.restart();
        gate.open();
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
