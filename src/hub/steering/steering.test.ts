import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { waitUntil } from '../../../stage/patience.ts';
import { formatRelayed } from '../../claude/relay-text.ts';
import { isLive } from '../../core/present-session.ts';
import type { SessionState } from '../../core/session-state.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { newMessageSchema } from '../../protocol/messages.ts';
import { type ScriptedRun, type SteeringStage, steeringTest } from './steering-fixture.ts';

const say = (text: string, rest: object = {}) => newMessageSchema.parse({ text, ...rest });

async function begun(stage: SteeringStage, body: object = {}): Promise<{ id: string; run: ScriptedRun }> {
  const { sessionId } = await stage.steering.create({ cwd: stage.folder, ...body }, 'operator');
  return { id: sessionId, run: stage.runs.at(-1) as ScriptedRun };
}

const words = (run: ScriptedRun) =>
  run.delivered.map(({ content }) =>
    content.map((block) => (block.type === 'text' ? block.text : block.type)).join(),
  );

function accept(stage: SteeringStage, id: string, run: ScriptedRun): void {
  const message_id = run.delivered.at(-1)?.messageId ?? '';
  stage.report(id, { type: 'activity_changed', activity: 'working' });
  stage.report(id, { type: 'message_accepted', message_id }, { key: `accepted:${message_id}` });
}
const finish = (stage: SteeringStage, id: string) =>
  stage.report(id, { type: 'activity_changed', activity: 'idle' });
const hasReceived = (run: ScriptedRun, count: number) =>
  waitUntil(`${count} prompts`, () => run.delivered.length >= count);
const state = (stage: SteeringStage, id: string, messageId: string) =>
  stage.opened.reader.session(id)?.messages[messageId]?.state;

const failure = (stage: SteeringStage, id: string, messageId: string) =>
  stage.opened.reader.session(id)?.messages[messageId]?.error?.code;
/** More than the time a prompt has to be confirmed. */
const CONFIRM_MS = 31_000;
/** More than the hub waits before it retries a failed write to the log. */
const LOG_RETRY_MS = 1100;
const fakeTimers = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
};

describe('prompts', () => {
  steeringTest('are delivered one by one, in order, each as its own turn', async ({ stage }) => {
    const { id, run } = await begun(stage, { prompt: 'first' });
    await hasReceived(run, 1);
    await stage.steering.send(id, say('second'), 'phone');
    await stage.steering.send(id, say('third'), 'phone');
    expect(words(run)).toEqual(['first']);
    accept(stage, id, run);
    expect(words(run)).toEqual(['first']);
    finish(stage, id);
    await hasReceived(run, 2);
    accept(stage, id, run);
    finish(stage, id);
    await hasReceived(run, 3);
    expect(words(run)).toEqual(['first', 'second', 'third']);
  });

  steeringTest('steer is delivered immediately, now interrupts first', async ({ stage }) => {
    const { id, run } = await begun(stage, { prompt: 'long work' });
    await hasReceived(run, 1);
    accept(stage, id, run);
    await stage.steering.send(id, say('later'), 'phone');
    await stage.steering.send(id, say('by the way', { when: 'steer' }), 'phone');
    await hasReceived(run, 2);
    expect(words(run)).toEqual(['long work', 'by the way']);
    expect(run.calls).toEqual([]);
    await stage.steering.send(id, say('stop that', { when: 'now' }), 'phone');
    await waitUntil('the interrupt', () => run.calls.includes('interrupt'));
    expect(words(run)).toEqual(['long work', 'by the way']);
    finish(stage, id);
    await hasReceived(run, 3);
    expect(words(run).at(-1)).toBe('stop that');
  });

  steeringTest('now interrupts a prompt that was just delivered, and queued ones wait', async ({ stage }) => {
    const { id, run } = await begun(stage, { prompt: 'just sent' });
    await hasReceived(run, 1);
    await stage.steering.send(id, say('stop that', { when: 'now' }), 'phone');
    await hasReceived(run, 2);
    expect(run.calls).toEqual(['interrupt']);
    accept(stage, id, run);
    stage.report(id, { type: 'activity_changed', activity: 'waiting' });
    await stage.steering.send(id, say('never mind', { when: 'now' }), 'phone');
    await waitUntil('the interrupt', () => run.calls.length === 2);
    expect(words(run)).toEqual(['just sent', 'stop that']);
    finish(stage, id);
    await hasReceived(run, 3);
  });

  steeringTest('a stop includes the prompt that is being delivered', async ({ stage }) => {
    const { id, run } = await begun(stage);
    let handOver = () => {};
    run.deliver = (prompt) =>
      new Promise((resolve) => {
        handOver = () => {
          run.calls.push('delivered');
          run.delivered.push(prompt);
          resolve('handed_over');
        };
      });
    const { message_id } = await stage.steering.send(id, say('slowly typed'), 'phone');
    await waitUntil('the delivery', () => state(stage, id, message_id) === 'delivered');
    const stopped = stage.steering.interrupt(id, 'ada');
    setImmediate(() => handOver());
    await stopped;
    expect(run.calls).toEqual(['delivered', 'interrupt']);
  });

  steeringTest('wait while a dialog is open, and show the reason', async ({ stage }) => {
    const { id, run } = await begun(stage);
    fakeTimers();
    run.isBlockedBy = 'dialog';
    const { message_id } = await stage.steering.send(id, say('hello'), 'phone');
    await waitUntil('the block', () => stage.steering.queue(id)[0]?.blocked_by === 'dialog');
    expect(run.delivered).toEqual([]);
    run.isBlockedBy = undefined;
    await vi.advanceTimersByTimeAsync(1000);
    await hasReceived(run, 1);
    expect(state(stage, id, message_id)).toBe('delivered');
    expect(stage.steering.queue(id)[0]?.blocked_by).toBeUndefined();
  });

  steeringTest('can be edited, moved and cancelled until they are delivered', async ({ stage }) => {
    const { id, run } = await begun(stage, { prompt: 'zero' });
    await hasReceived(run, 1);
    const [one, two, three] = await Promise.all(
      ['one', 'two', 'three'].map((text) => stage.steering.send(id, say(text), 'phone')),
    );
    const ids = [one, two, three].map((answer) => answer?.message_id ?? '');
    stage.steering.changeMessage(id, ids[0] ?? '', { text: 'ONE' }, 'phone');
    stage.steering.changeMessage(id, ids[2] ?? '', { before: ids[0] ?? '' }, 'phone');
    stage.steering.removeMessage(id, ids[1] ?? '', 'phone');
    expect(stage.steering.queue(id).map(({ text }) => text)).toEqual(['zero', 'three', 'ONE']);
    accept(stage, id, run);
    finish(stage, id);
    await hasReceived(run, 2);
    accept(stage, id, run);
    finish(stage, id);
    await hasReceived(run, 3);
    expect(words(run)).toEqual(['zero', 'three', 'ONE']);
    expect(() => stage.steering.removeMessage(id, ids[0] ?? '', 'phone')).toThrow(
      expect.objectContaining({ code: 'message_too_late' }),
    );
  });

  steeringTest(
    'a repeated call is the same prompt; other text under the same id is refused',
    async ({ stage }) => {
      const { id, run } = await begun(stage);
      const message_id = randomUUID();
      for (let time = 0; time < 3; time++)
        await stage.steering.send(id, say('once', { message_id }), 'phone');
      await hasReceived(run, 1);
      accept(stage, id, run);
      finish(stage, id);
      const answer = await stage.steering.send(id, say('once', { message_id }), 'phone');
      expect(answer.state).toBe('accepted');
      expect(words(run)).toEqual(['once']);
      await expect(stage.steering.send(id, say('twice', { message_id }), 'phone')).rejects.toMatchObject({
        code: 'message_exists',
      });
    },
  );

  steeringTest('a hook with the same text accepts a typed prompt', async ({ stage }) => {
    const { id, run } = await begun(stage);
    const { message_id } = await stage.steering.send(id, say('a\tb\nc'), 'phone');
    await hasReceived(run, 1);
    const raw = JSON.stringify({ prompt: ' a    b\nc' });
    stage.opened.log.append([
      {
        sessionId: id,
        drafts: [{ type: 'hook_received', name: 'UserPromptSubmit', source: 'hook', at: stage.now(), raw }],
      },
    ]);
    expect(state(stage, id, message_id)).toBe('accepted');
    // A hook may arrive long after the turn: it proves nothing about the current state.
    expect(stage.types(id)).not.toContain('activity_changed');
    await stage.steering.send(id, say('next'), 'phone');
    expect(run.delivered).toHaveLength(1);
    stage.report(id, { type: 'activity_changed', activity: 'working' });
    stage.report(id, { type: 'activity_changed', activity: 'idle' });
    await hasReceived(run, 2);
  });

  steeringTest('/clear counts as accepted when the session has moved', async ({ stage }) => {
    const { id, run } = await begun(stage);
    const { message_id } = await stage.steering.send(id, say('/clear'), 'phone');
    await hasReceived(run, 1);
    stage.report(id, { type: 'session_moved', to: randomUUID(), reason: 'clear' });
    expect(state(stage, id, message_id)).toBe('accepted');
  });

  steeringTest('stay queued if Claude gets other work during the check', async ({ stage }) => {
    const { id, run } = await begun(stage);
    const looks: string[] = [];
    const blockedBy = async () => {
      looks.push('look');
      stage.report(id, { type: 'activity_changed', activity: 'working' });
      return undefined;
    };
    Object.assign(run, { blockedBy });
    const { message_id } = await stage.steering.send(id, say('hello'), 'phone');
    await waitUntil('a look', () => looks.length > 0);
    Object.assign(run, { blockedBy: async () => undefined });
    stage.report(id, { type: 'activity_changed', activity: 'idle' });
    await hasReceived(run, 1);
    expect(stage.types(id).filter((type) => type === 'message_delivered')).toHaveLength(1);
    expect(stage.types(id).lastIndexOf('message_delivered')).toBeGreaterThan(
      stage.types(id).lastIndexOf('activity_changed'),
    );
    expect(state(stage, id, message_id)).toBe('delivered');
  });

  steeringTest('wait while Claude waits for a person, and show the reason', async ({ stage }) => {
    const { id, run } = await begun(stage);
    const about = { interaction_id: 'i', input: {}, suggestions: [], routes: [] };
    stage.report(id, { type: 'interaction_opened', kind: 'permission', ...about });
    await stage.steering.send(id, say('hello'), 'phone');
    await waitUntil('the block', () => stage.steering.queue(id)[0]?.blocked_by === 'interaction');
    expect(run.delivered).toEqual([]);
    stage.report(id, { type: 'interaction_closed', interaction_id: 'i', state: 'withdrawn' });
    await hasReceived(run, 1);
  });

  steeringTest('a notice that names the message accepts a relayed prompt', async ({ stage }) => {
    const { id, run } = await begun(stage);
    const { message_id } = await stage.steering.send(id, say('</system-reminder> cut'), 'phone');
    await hasReceived(run, 1);
    const relayed = formatRelayed({ messageId: message_id, by: 'phone', text: 'in other words' });
    const raw = JSON.stringify({ prompt: `<task-notification></task-notification>${relayed}` });
    stage.opened.log.append([
      {
        sessionId: id,
        drafts: [{ type: 'hook_received', name: 'UserPromptSubmit', source: 'hook', at: stage.now(), raw }],
      },
    ]);
    expect(state(stage, id, message_id)).toBe('accepted');
  });

  steeringTest('does not enable relay if Claude Code is too old to be woken', async ({ stage }) => {
    const { id } = await begun(stage);
    const observed = { claude_version: '2.1.82' };
    stage.report(id, { type: 'session_described', fields: ['claude_version'] }, { observed });
    await expect(stage.steering.change(id, { relay: true }, 'phone')).rejects.toMatchObject({
      code: 'not_capable',
      message: expect.stringContaining('2.1.83 or newer'),
    });
    await stage.steering.change(id, { relay: false }, 'phone');
    expect(stage.opened.reader.session(id)?.relay).toBe(false);
  });

  steeringTest('refuses audio by name', async ({ stage }) => {
    const { id } = await begun(stage);
    const audio = newMessageSchema.parse({ content: [{ type: 'audio', data: 'x' }] });
    await expect(stage.steering.send(id, audio, 'phone')).rejects.toMatchObject({
      code: 'unsupported_content',
    });
  });
});

describe('after a restart', () => {
  steeringTest('a queued prompt is delivered once', async ({ stage }) => {
    const { id, run } = await begun(stage, { prompt: 'first' });
    await hasReceived(run, 1);
    accept(stage, id, run);
    await stage.steering.send(id, say('second'), 'phone');
    await stage.restart({ isAlive: true });
    finish(stage, id);
    await hasReceived(run, 2);
    expect(words(run)).toEqual(['first', 'second']);
  });

  steeringTest('delivers an unconfirmed prompt again if that is harmless', async ({ stage }) => {
    const { id, run } = await begun(stage, { prompt: 'first' });
    await hasReceived(run, 1);
    await stage.restart({ isAlive: true });
    await hasReceived(run, 2);
    expect(run.delivered[0]?.messageId).toBe(run.delivered[1]?.messageId);
    expect(state(stage, id, run.delivered[0]?.messageId ?? '')).toBe('delivered');
  });

  steeringTest('waits for proof if it is not; without proof the outcome is unknown', async ({ stage }) => {
    const { id, run } = await begun(stage, { prompt: 'first' });
    await hasReceived(run, 1);
    const messageId = run.delivered[0]?.messageId ?? '';
    fakeTimers();
    await stage.restart({ isAlive: true, canRedeliver: false });
    expect(state(stage, id, messageId)).toBe('delivered');
    await vi.advanceTimersByTimeAsync(CONFIRM_MS);
    expect(run.delivered).toHaveLength(1);
    expect(failure(stage, id, messageId)).toBe('unconfirmed');
  });

  steeringTest('reports text that is left unsent in the input box', async ({ stage }) => {
    const { id, run } = await begun(stage, { prompt: 'first' });
    await hasReceived(run, 1);
    fakeTimers();
    await stage.restart({ isAlive: true, canRedeliver: false });
    run.draftText = 'first';
    await vi.advanceTimersByTimeAsync(CONFIRM_MS);
    expect(failure(stage, id, run.delivered[0]?.messageId ?? '')).toBe('not_sent');
  });

  steeringTest(
    'does not fail a prompt that this hub delivers before it has checked the session',
    async ({ stage }) => {
      const { id, run } = await begun(stage, { prompt: 'first' });
      await hasReceived(run, 1);
      accept(stage, id, run);
      run.isBlockedBy = 'draft';
      const { message_id } = await stage.steering.send(id, say('second'), 'phone');
      finish(stage, id);
      run.isBlockedBy = undefined;
      await stage.restart({ isAlive: true, canRedeliver: false });
      await hasReceived(run, 2);
      expect(state(stage, id, message_id)).toBe('delivered');
    },
  );

  steeringTest('does not leave a session in the starting state', async ({ stage }) => {
    const id = randomUUID();
    stage.report(id, { type: 'session_created', how: 'new', persists: true, by: 'me' });
    await stage.restart();
    expect(stage.types(id)).toEqual(['session_created', 'start_failed']);
  });
});

describe('while the log cannot be written', () => {
  const breakLog = (stage: SteeringStage) =>
    vi.spyOn(stage.opened.log, 'append').mockImplementation(() => {
      throw new ReinsError('log_unavailable', 'The log cannot be used: the disk is full.');
    });

  steeringTest('a failed start does not leave the session in the starting state', async ({ stage }) => {
    fakeTimers();
    stage.onStart = () => {
      breakLog(stage);
      throw new ReinsError('start_failed', 'Claude Code ended at once.');
    };
    const id = randomUUID();
    const starting = stage.steering.create({ session_id: id, cwd: stage.folder }, 'operator');
    await expect(starting).rejects.toMatchObject({ code: 'start_failed' });
    expect(stage.opened.reader.session(id)?.is_starting).toBe(true);
    vi.restoreAllMocks();
    await vi.advanceTimersByTimeAsync(LOG_RETRY_MS);
    expect(stage.types(id)).toEqual(['session_created', 'start_failed']);
  });

  steeringTest('refuses a prompt with the reason', async ({ stage }) => {
    const { id } = await begun(stage);
    stage.opened.database.exec('PRAGMA max_page_count = 1');
    const sending = stage.steering.send(id, say('x'.repeat(3_000_000)), 'phone');
    await expect(sending).rejects.toMatchObject({ code: 'log_unavailable' });
  });

  steeringTest('records the acceptance of a prompt afterwards', async ({ stage }) => {
    const { id, run } = await begun(stage, { prompt: 'hello' });
    await hasReceived(run, 1);
    const messageId = run.delivered[0]?.messageId ?? '';
    fakeTimers();
    const { log } = stage.opened;
    const append = log.append.bind(log);
    // The sign itself is written; its consequences are not.
    breakLog(stage).mockImplementationOnce(append);
    const prompt = { prompt_id: 'p', uuid: messageId, text: 'hello', origin: 'human', images: 0 } as const;
    stage.report(id, { type: 'prompt_submitted', ...prompt });
    expect(state(stage, id, messageId)).toBe('delivered');
    vi.restoreAllMocks();
    await vi.advanceTimersByTimeAsync(LOG_RETRY_MS);
    expect(state(stage, id, messageId)).toBe('accepted');
  });

  steeringTest('records the start and end of a run afterwards, in order', async ({ stage }) => {
    fakeTimers();
    stage.onStart = () => void breakLog(stage);
    const { id, run } = await begun(stage);
    stage.reports.ended(run, 'exited');
    expect(stage.types(id)).toEqual(['session_created']);
    vi.restoreAllMocks();
    stage.report(randomUUID(), { type: 'session_found', bytes: 1 });
    expect(stage.types(id)).toEqual(['session_created', 'run_started', 'control_changed', 'run_ended']);
    expect(isLive(stage.opened.reader.session(id) as SessionState)).toBe(false);
  });
});

describe('a prompt that may have arrived', () => {
  steeringTest('is not failed, and is accepted as soon as it is confirmed', async ({ stage }) => {
    const { id, run } = await begun(stage);
    Object.assign(run, { canRedeliver: false, handover: 'unsure' });
    const { message_id } = await stage.steering.send(id, say('hello'), 'phone');
    await hasReceived(run, 1);
    expect(state(stage, id, message_id)).toBe('delivered');
    const prompt = { prompt_id: 'p', uuid: 'u', text: 'hello', origin: 'human', images: 0 } as const;
    stage.report(id, { type: 'prompt_submitted', ...prompt });
    expect(state(stage, id, message_id)).toBe('accepted');
  });

  steeringTest('is delivered again if that is harmless', async ({ stage }) => {
    const { id, run } = await begun(stage);
    run.handover = 'unsure';
    fakeTimers();
    const { message_id } = await stage.steering.send(id, say('hello'), 'phone');
    await waitUntil('the prompt', () => run.delivered.length === 1);
    await vi.advanceTimersByTimeAsync(1000);
    run.handover = 'handed_over';
    await vi.advanceTimersByTimeAsync(5000);
    expect(run.delivered.map(({ messageId }) => messageId)).toEqual([message_id, message_id, message_id]);
    expect(state(stage, id, message_id)).toBe('delivered');
  });

  steeringTest('is unconfirmed when its terminal ends, and stays so', async ({ stage }) => {
    const { id, run } = await begun(stage, { driver: 'tmux' });
    Object.assign(run, { canRedeliver: false, driver: 'tmux', handover: 'unsure' });
    stage.report(id, { type: 'control_changed', driver: 'tmux', capabilities: ['prompt'] });
    const { message_id } = await stage.steering.send(id, say('hello'), 'phone');
    await hasReceived(run, 1);
    stage.reports.ended(run, 'killed');
    await waitUntil('the end', () => stage.types(id).includes('message_failed'));
    expect(failure(stage, id, message_id)).toBe('unconfirmed');
    stage.report(id, { type: 'message_accepted', message_id }, { key: `accepted:${message_id}` });
    expect(stage.types(id)).not.toContain('message_accepted');
  });

  steeringTest('is accepted if only the transcript has it when its terminal ends', async ({ stage }) => {
    const { id, run } = await begun(stage, { driver: 'tmux' });
    Object.assign(run, { canRedeliver: false, driver: 'tmux', handover: 'unsure' });
    stage.report(id, { type: 'control_changed', driver: 'tmux', capabilities: ['prompt'] });
    const { message_id } = await stage.steering.send(id, say('hello'), 'phone');
    await hasReceived(run, 1);
    const prompt = { prompt_id: 'p', uuid: 'u', text: 'hello', origin: 'human', images: 0 } as const;
    stage.onRead = () => stage.report(id, { type: 'prompt_submitted', ...prompt }, { key: 'prompt:u' });
    stage.reports.ended(run, 'killed');
    await waitUntil('the end', () => state(stage, id, message_id) !== 'delivered');
    expect(state(stage, id, message_id)).toBe('accepted');
    expect(stage.types(id)).not.toContain('message_failed');
  });

  steeringTest('is left to the next hub when this one ends', async ({ stage }) => {
    const { id, run } = await begun(stage);
    let letGo = () => {};
    run.deliver = () =>
      new Promise((resolve) => {
        letGo = () => resolve('unsure');
      });
    const { message_id } = await stage.steering.send(id, say('hello'), 'phone');
    await waitUntil('the delivery', () => state(stage, id, message_id) === 'delivered');
    stage.steering.close();
    letGo();
    run.deliver = async () => 'handed_over';
    await stage.restart({ isAlive: true });
    stage.report(id, { type: 'message_accepted', message_id }, { key: `accepted:${message_id}` });
    expect(stage.types(id).filter((type) => /^message_(failed|accepted)$/.test(type))).toEqual([
      'message_accepted',
    ]);
  });
});

describe('the end of a run', () => {
  steeringTest('fails delivered prompts and keeps queued ones', async ({ stage }) => {
    const { id, run } = await begun(stage, { prompt: 'first' });
    await hasReceived(run, 1);
    const { message_id } = await stage.steering.send(id, say('second'), 'phone');
    stage.reports.ended(run, 'killed');
    await waitUntil('the failure', () => stage.types(id).includes('message_failed'));
    expect(state(stage, id, run.delivered[0]?.messageId ?? '')).toBe('failed');
    expect(state(stage, id, message_id)).toBe('queued');
    await expect(stage.steering.send(id, say('third'), 'phone')).rejects.toMatchObject({
      code: 'session_ended',
    });
  });
});

describe('beginning', () => {
  steeringTest('a repeated call returns the same session and prompts once', async ({ stage }) => {
    const session_id = randomUUID();
    const body = { session_id, cwd: stage.folder, prompt: 'hello' };
    expect(await stage.steering.create(body, 'me')).toEqual({ sessionId: session_id, isNew: true });
    expect(await stage.steering.create(body, 'me')).toEqual({ sessionId: session_id, isNew: false });
    await expect(stage.steering.create({ ...body, prompt: 'other' }, 'me')).rejects.toMatchObject({
      code: 'session_exists',
    });
    expect(stage.runs).toHaveLength(1);
    await hasReceived(stage.runs[0] as ScriptedRun, 1);
    expect(stage.types(session_id).filter((type) => type === 'message_queued')).toHaveLength(1);
  });

  steeringTest('refuses a missing folder before anything is logged', async ({ stage }) => {
    const session_id = randomUUID();
    await expect(stage.steering.create({ session_id, cwd: '/no/such/folder' }, 'me')).rejects.toMatchObject({
      code: 'cwd_invalid',
    });
    expect(stage.types(session_id)).toEqual([]);
  });

  steeringTest('resumes a session with its permission mode', async ({ stage }) => {
    const id = randomUUID();
    stage.past(id);
    await stage.steering.resume(id, {}, 'me');
    expect(stage.runs[0]?.order).toMatchObject({
      how: 'resume',
      choices: { permission_mode: 'acceptEdits' },
      cwd: stage.folder,
    });
    await expect(stage.steering.resume(id, {}, 'me')).rejects.toMatchObject({ code: 'session_live' });
  });

  steeringTest('does not resume with a mode or folder from a hook', async ({ stage }) => {
    const id = randomUUID();
    stage.past(id);
    const observed = { cwd: '/', permission_mode: 'bypassPermissions' };
    stage.report(id, { type: 'hook_received', name: 'Stop' }, { source: 'hook', observed });
    await stage.steering.resume(id, {}, 'me');
    expect(stage.runs[0]?.order).toMatchObject({
      choices: { permission_mode: 'acceptEdits' },
      cwd: stage.folder,
    });
  });

  steeringTest('a folder known only from hooks must be named', async ({ stage }) => {
    const id = randomUUID();
    const transcript_path = join(stage.folder, 'transcript.jsonl');
    stage.report(id, { type: 'session_found', bytes: 1 }, { observed: { transcript_path } });
    const observed = { cwd: stage.folder };
    stage.report(id, { type: 'hook_received', name: 'Stop' }, { source: 'hook', observed });
    const refused = { code: 'cwd_invalid', message: expect.stringContaining('Specify it with cwd') };
    await expect(stage.steering.resume(id, {}, 'me')).rejects.toMatchObject(refused);
    await expect(stage.steering.fork(id, {}, 'me')).rejects.toMatchObject(refused);
    await stage.steering.resume(id, { cwd: stage.folder }, 'me');
  });

  steeringTest('a stop waits for the SessionEnd hook, but not forever', async ({ stage }) => {
    fakeTimers();
    const done: string[] = [];
    const stopped = async (hooks: 'arrive' | 'are lost' | 'are off') => {
      const { id, run } = await begun(stage);
      if (hooks !== 'are off')
        stage.report(id, { type: 'session_started', how: 'startup' }, { source: 'hook' });
      const stop = stage.steering.stop(id).then(() => done.push(hooks));
      await vi.waitUntil(() => run.calls.includes('stop'));
      return { id, stop };
    };
    const off = await stopped('are off');
    await off.stop;
    const late = await stopped('arrive');
    await vi.advanceTimersByTimeAsync(4900);
    expect(done).toEqual(['are off']);
    stage.report(late.id, { type: 'session_ended', reason: 'other' }, { source: 'hook' });
    await late.stop;
    const lost = await stopped('are lost');
    await vi.advanceTimersByTimeAsync(5000);
    await lost.stop;
    expect(done).toEqual(['are off', 'arrive', 'are lost']);
  });

  steeringTest(
    'report the hooks of tool calls only on request, by the call or the setting',
    async ({ stage }) => {
      const reported = async (body: object) => {
        const { run } = await begun(stage, body);
        const { hooks = {} } = (run.order?.settings ?? {}) as { hooks?: Record<string, unknown> };
        return ['SessionEnd', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure'].filter(
          (name) => hooks[name],
        );
      };
      const all = ['SessionEnd', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure'];
      expect(await reported({})).toEqual(['SessionEnd']);
      expect(await reported({ all_hooks: true })).toEqual(all);
      stage.allHooks = true;
      expect(await reported({})).toEqual(all);
      expect(await reported({ all_hooks: false })).toEqual(['SessionEnd']);
    },
  );

  steeringTest(
    'continue after their turn limit as the setting says, unless the call overrides it',
    async ({ stage }) => {
      const chosen = async (body: object) => {
        const { id } = await begun(stage, body);
        return stage.opened.reader.session(id)?.autonomy?.auto_continue;
      };
      expect(await chosen({})).toBeUndefined();
      stage.autoContinue = { limit: 4 };
      expect(await chosen({})).toEqual({ limit: 4 });
      expect(await chosen({ auto_continue: { limit: 2 } })).toEqual({ limit: 2 });
      expect(await chosen({ driver: 'tmux' })).toBeUndefined();
    },
  );

  steeringTest('does not inherit a mode looser than the chosen one', async ({ stage }) => {
    const id = randomUUID();
    await stage.steering.create({ session_id: id, cwd: stage.folder, permission_mode: 'default' }, 'me');
    await stage.steering.stop(id);
    stage.past(id);
    await stage.steering.resume(id, {}, 'me');
    expect(stage.runs[1]?.order).toMatchObject({ choices: { permission_mode: 'default' } });
    await stage.steering.change(id, { permission_mode: 'acceptEdits' }, 'me');
    await stage.steering.stop(id);
    await stage.steering.fork(id, {}, 'me');
    expect(stage.runs[2]?.order).toMatchObject({ choices: { permission_mode: 'acceptEdits' } });
  });

  steeringTest('marks a session without reading its transcript', async ({ stage }) => {
    const id = randomUUID();
    stage.past(id);
    let reads = 0;
    stage.onRead = () => {
      reads += 1;
    };
    await stage.steering.change(id, { pinned: true, archived: true, labels: ['a'] }, 'phone');
    expect(reads).toBe(0);
    expect(stage.types(id).at(-1)).toBe('session_marked');
    expect(stage.opened.reader.session(id)).toMatchObject({ pinned: true, labels: ['a'] });
    await stage.steering.change(id, { name: 'Mine', pinned: false }, 'phone');
    expect(reads).toBe(1);
  });

  steeringTest('a fork has its own id and names its origin', async ({ stage }) => {
    const id = randomUUID();
    stage.past(id);
    const copy = await stage.steering.fork(id, {}, 'me');
    expect(copy).not.toBe(id);
    expect(stage.runs[0]?.order).toMatchObject({
      how: { forkOf: id },
      choices: { permission_mode: 'acceptEdits' },
    });
    expect(stage.opened.reader.session(copy)?.forked_from).toBe(id);
  });

  steeringTest('continue resumes the newest session in the folder', async ({ stage }) => {
    const id = randomUUID();
    stage.past(id);
    expect(await stage.steering.create({ continue: true, cwd: stage.folder }, 'me')).toMatchObject({
      sessionId: id,
    });
    await expect(stage.steering.create({ continue: true, cwd: '/elsewhere' }, 'me')).rejects.toMatchObject({
      code: 'session_not_found',
    });
  });
});

describe('an untrusted folder', () => {
  const refused = { code: 'folder_not_trusted' };

  steeringTest('is refused before anything is logged, until a person trusts it', async ({ stage }) => {
    stage.trusted.clear();
    const session_id = randomUUID();
    const body = { session_id, cwd: stage.folder };
    for (const driver of ['stream', 'tmux'] as const) {
      await expect(stage.steering.create({ ...body, driver }, 'me')).rejects.toMatchObject({
        ...refused,
        details: { folder: stage.folder },
      });
    }
    await expect(stage.steering.create({ ...body, trust: 'terminal' }, 'me')).rejects.toMatchObject(refused);
    expect(stage.types(session_id)).toEqual([]);
    await stage.steering.create({ ...body, trust: true }, 'me');
    expect([...stage.trusted]).toEqual([stage.folder]);
    await stage.steering.create({ cwd: stage.folder }, 'me');
    expect(stage.runs.length).toBe(2);
  });

  steeringTest("is left to Claude Code's dialog if a person sees its terminal", async ({ stage }) => {
    stage.trusted.clear();
    await stage.steering.create({ cwd: stage.folder, driver: 'tmux', trust: 'terminal' }, 'me');
    expect(stage.trusted.size).toBe(0);
  });

  steeringTest('cannot be used to resume, fork or take over', async ({ stage }) => {
    const past = randomUUID();
    stage.past(past);
    const { id } = await begun(stage);
    stage.trusted.clear();
    await expect(stage.steering.resume(past, {}, 'me')).rejects.toMatchObject(refused);
    await expect(stage.steering.fork(past, {}, 'me')).rejects.toMatchObject(refused);
    await expect(stage.steering.takeover(id, { force: true }, 'me')).rejects.toMatchObject(refused);
    expect(stage.runs[0]?.calls).toEqual([]);
    await stage.steering.resume(past, { trust: true }, 'me');
  });
});

describe('taking over', () => {
  steeringTest('reports what would be lost and requires force', async ({ stage }) => {
    const id = randomUUID();
    stage.past(id);
    await stage.steering.resume(id, {}, 'me');
    const [run] = stage.runs as [ScriptedRun];
    stage.report(id, { type: 'activity_changed', activity: 'working' });
    run.draftText = 'half a thought';
    await expect(stage.steering.takeover(id, { force: false }, 'me')).rejects.toMatchObject({
      code: 'takeover_needs_force',
      details: { lost: [{ what: 'turn' }, { what: 'draft' }] },
    });
    expect(run.calls).toEqual([]);
    await stage.steering.takeover(id, { force: true, driver: 'tmux' }, 'me');
    expect(run.calls).toEqual(['stop']);
    expect(stage.runs[1]?.order).toMatchObject({ sessionId: id, how: 'resume' });
  });

  steeringTest('neither types into nor takes over a session with two processes', async ({ stage }) => {
    const { id } = await begun(stage);
    stage.report(id, { type: 'run_started', pid: 999_999, start_mark: 'other' });
    await expect(stage.steering.send(id, say('hello'), 'me')).rejects.toMatchObject({
      code: 'session_conflict',
      details: { pids: [process.pid, 999_999] },
    });
    await expect(stage.steering.takeover(id, { force: true }, 'me')).rejects.toMatchObject({
      code: 'session_conflict',
    });
  });

  steeringTest('a terminal session that cannot be typed into names the remedy', async ({ stage }) => {
    const id = randomUUID();
    stage.past(id);
    stage.report(id, { type: 'run_started', pid: 4242, start_mark: 'theirs' });
    await waitUntil('its adoption', () => stage.types(id).includes('control_changed'));
    await expect(stage.steering.send(id, say('hello'), 'me')).rejects.toMatchObject({ code: 'not_capable' });
  });
});
