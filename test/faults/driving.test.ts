/**
 * Processes die while a session is driven. After each: the transcript and the log agree, every prompt was delivered once or
 * is reported failed, and the session can continue.
 */
import { describe, expect } from 'vitest';
import { isProcessAlive } from '../../src/lib/process-identity.ts';
import { processes } from '../../src/lib/processes.ts';
import { Gate, holdCommand } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, hold, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { isEnqueued } from '../claude-queue.ts';
import {
  conversation,
  type DrivenHub,
  hasTurn,
  isIdle,
  messageState,
  type View,
} from '../drivers/driven-hub.ts';
import { isLong } from '../repetitions.ts';
import { sharedHubTest } from '../shared-hub-test.ts';

async function begin(stage: Stage, hub: DrivenHub, rest: object = {}): Promise<string> {
  const body = { cwd: stage.project, driver: 'stream', permission_mode: 'manual', ...rest };
  return (await hub.ask('POST', '/sessions', body)).session_id;
}

/** How often the model received this text. */
const timesReceived = (stage: Stage, words: string) =>
  stage.requests.filter(({ hearing }) => hearing.said.some((said) => said.includes(words))).length;

/** Prompts and answers in the transcript: the log must have the same. */
function expectAgreement(stage: Stage, view: View): void {
  const rows = JSON.stringify(stage.transcript(view.session_id));
  for (const [prompt, texts] of conversation(view)) {
    expect(rows).toContain(JSON.stringify(prompt).slice(1, -1));
    for (const text of texts) expect(rows).toContain(JSON.stringify(text).slice(1, -1));
  }
}

describe('driving, while processes die', () => {
  // `test/drivers/stream/hub-gone` has a tool, `test/drivers/stream/conformance` a killed hub.
  sharedHubTest.runIf(isLong)('the hub, while a tool runs', async ({ stage, hub }) => {
    const { command, release } = holdCommand(stage.project);
    stage.play(scene('run it', [call('Bash', { command, description: 'slow' })], [say('It ran.')]));
    const id = await begin(stage, hub, { prompt: 'run it' });
    await hub.waitFor(id, 'the tool to run', (view) => JSON.stringify(view.turns).includes('"tool"'));
    await hub.kill('SIGKILL');
    await hub.restart();
    release();
    const view = await hub.waitFor(id, 'the turn to end', hasTurn('run it', 'completed'));
    expect(conversation(view)).toEqual([['run it', ['It ran.'], 'completed']]);
    const tool = view.turns[0]?.items.find((item) => item.kind === 'tool');
    expect(tool).toMatchObject({ is_error: false, result: 'released' });
    expect(timesReceived(stage, 'run it')).toBe(1);
    expectAgreement(stage, view);
  });

  sharedHubTest('the hub, between delivery and acceptance', async ({ stage, hub }) => {
    stage.play(scene('warm up', [say('Warm.')]), scene('just once', [say('Once.')]));
    const id = await begin(stage, hub, { prompt: 'warm up' });
    await hub.waitFor(id, 'the first turn', hasTurn('warm up', 'completed'));
    const { pid } = await hub.waitFor(id, 'rest', isIdle);
    process.kill(pid as number, 'SIGSTOP');
    const message = await hub.send(id, 'just once');
    await hub.waitFor(id, 'delivery', (view) => messageState(view, message) === 'delivered');
    await hub.kill('SIGKILL');
    await hub.restart();
    expect(messageState(await hub.view(id), message)).toBe('delivered');
    process.kill(pid as number, 'SIGCONT');
    const view = await hub.waitFor(id, 'the turn', hasTurn('just once', 'completed'));
    expect(messageState(view, message)).toBe('accepted');
    expect(timesReceived(stage, 'just once')).toBe(1);
    expect(conversation(view)).toHaveLength(2);
    expectAgreement(stage, view);
  });

  sharedHubTest('the runner', async ({ stage, hub }) => {
    const gate = new Gate();
    stage.play(
      scene('tell me', [say('A long'), hold(gate), say(' answer.')]),
      scene('go on', [say('Going on.')]),
    );
    const id = await begin(stage, hub, { prompt: 'tell me' });
    // By then the prompt is in the transcript, without which the session could not be resumed.
    await gate.reached;
    const { pid } = await hub.waitFor(id, 'the turn to run', (view) => view.status === 'working');
    const late = await hub.send(id, 'never heard');
    process.kill(runnerOf(pid as number), 'SIGKILL');
    gate.open();
    await hub.waitFor(id, 'the end', (view) => view.status === 'ended');
    // It leaves the list of live sessions a moment before it has exited.
    await waitUntil('the process to be gone', () => !isProcessAlive(pid as number));
    expect(messageState(await hub.view(id), late)).toBe('queued');
    await hub.ask('DELETE', `/sessions/${id}/queue/${late}`);
    await hub.ask('POST', `/sessions/${id}/resume`, { driver: 'stream', prompt: 'go on' });
    const view = await hub.waitFor(id, 'a turn after it', hasTurn('go on', 'completed'));
    expect(timesReceived(stage, 'never heard')).toBe(0);
    expectAgreement(stage, view);
  });

  sharedHubTest('claude, with a delivered prompt that it has not accepted', async ({ stage, hub }) => {
    stage.play(scene('hello', [say('Hello.')]), scene('again', [say('Again.')]));
    const id = await begin(stage, hub, { prompt: 'hello' });
    await hub.waitFor(id, 'the first turn', hasTurn('hello', 'completed'));
    const { pid } = await hub.waitFor(id, 'rest', isIdle);
    process.kill(pid as number, 'SIGSTOP');
    const lost = await hub.send(id, 'lost words');
    await hub.waitFor(id, 'delivery', (view) => messageState(view, lost) === 'delivered');
    process.kill(pid as number, 'SIGKILL');
    const ended = await hub.waitFor(id, 'the end', (view) => messageState(view, lost) === 'failed');
    expect(ended.status).toBe('ended');
    expect(ended.messages.find(({ message_id }) => message_id === lost)?.error?.code).toBe('run_ended');
    await hub.ask('POST', `/sessions/${id}/resume`, { driver: 'stream', prompt: 'again' });
    const view = await hub.waitFor(id, 'a turn after it', hasTurn('again', 'completed'));
    expect(timesReceived(stage, 'lost words')).toBe(0);
    expectAgreement(stage, view);
  });

  sharedHubTest('claude, with a prompt in its own queue', async ({ stage, hub }) => {
    const gate = new Gate();
    stage.play(
      scene('talk', [say('So'), hold(gate)]),
      scene('again', [say('Again.')]),
      scene('once more', [say('Once more.')]),
    );
    const id = await begin(stage, hub, { prompt: 'talk' });
    await gate.reached;
    const { pid } = await hub.waitFor(id, 'the turn to run', (view) => view.status === 'working');
    const lost = await hub.send(id, 'lost words', { when: 'steer' });
    await isEnqueued(stage, id, 'lost words');
    await hub.waitFor(id, 'acceptance', (view) => messageState(view, lost) === 'accepted');
    process.kill(pid as number, 'SIGKILL');
    const ended = await hub.waitFor(id, 'the warning', ({ warnings }) => warnings.length > 0);
    expect(ended).toMatchObject({ status: 'ended', queue: [], queued_prompts: 0 });
    await hub.ask('POST', `/sessions/${id}/resume`, { driver: 'stream', prompt: 'again' });
    await hub.waitFor(id, 'a turn after it', hasTurn('again', 'completed'));
    await hub.send(id, 'once more');
    const view = await hub.waitFor(id, 'another turn', hasTurn('once more', 'completed'));
    expect(view.queue).toEqual([]);
    expect(view.warnings).toMatchObject([
      { code: 'queued_prompts_lost', message: expect.stringContaining('"lost words"') },
    ]);
    expect(messageState(view, lost)).toBe('accepted');
    expect(timesReceived(stage, 'lost words')).toBe(0);
    expectAgreement(stage, view);
  });
});

function runnerOf(claude: number): number {
  return processes.read(claude)?.parent as number;
}
