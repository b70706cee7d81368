/**
 * Waiting for turns against the real server on a real log: the test appends what Claude Code would have
 * reported to the hub.
 */
import { expect, onTestFinished } from 'vitest';
import { patienceMs, waitUntil } from '../../stage/patience.ts';
import { type RunningServer, SESSION, START, serverTest as test } from '../../test/running-server.ts';
import { MessageEnds } from '../hub/steering/message-ends.ts';
import { OwnFacts } from '../hub/steering/own-facts.ts';
import type { EventBody } from '../protocol/events.ts';
import type { Usage } from '../protocol/primitives.ts';
import { createClient } from './client.ts';
import type { TurnResult, WaitOptions } from './wait-for-turn.ts';

const MESSAGE = '44444444-4444-4444-8444-444444444444';
const OTHER = '55555555-5555-4555-8555-555555555555';
const PROMPT = 'p1';

/** Plays the events of a prompt, each fact a moment after the one before. */
class Play {
  readonly #server: RunningServer;
  #at = START;
  #position = 0;

  constructor(server: RunningServer, driver: 'stream' | 'tmux') {
    this.#server = server;
    reportEnds(server);
    this.add({ type: 'session_created', how: 'new', persists: true, by: 'operator' });
    this.add({ type: 'run_started', pid: 1, start_mark: '1' });
    this.add({ type: 'control_changed', driver, capabilities: ['prompt'] });
    this.add({ type: 'activity_changed', activity: 'idle' });
  }

  add({ type, ...facts }: EventBody, item?: string): this {
    this.#at += 1000;
    const about = { at: this.#at, ...(item && { item, position: ++this.#position }) };
    this.#server.append(type, facts as never, about);
    return this;
  }

  queue(text = 'do it', id = MESSAGE): this {
    const by = 'operator';
    return this.add({ type: 'message_queued', message_id: id, when: 'queue', text, images: 0, by, place: 1 });
  }

  accept(id = MESSAGE): this {
    this.add({ type: 'message_delivered', message_id: id });
    return this.add({ type: 'message_accepted', message_id: id });
  }

  prompt(text = 'do it', uuid = 'u1', prompt_id = PROMPT): this {
    const facts = { uuid, prompt_id, text, origin: 'human', images: 0 };
    return this.add({ type: 'prompt_submitted', ...facts }, `prompt:${uuid}`);
  }

  say(text: string): this {
    return this.add({ type: 'assistant_text', message_id: text, block: 0, text }, `text:${text}`);
  }

  use(count: number): this {
    const message_id = `used ${this.#at}`;
    return this.add({ type: 'usage_counted', message_id, model: 'm', usage: tokens(count) });
  }

  finish(outcome: 'completed' | 'interrupted' | 'failed' = 'completed', prompt_id = PROMPT): this {
    const error = outcome === 'failed' ? { error: 'rate_limit' } : {};
    return this.add({ type: 'turn_finished', prompt_id, outcome, ...error }, `end:${prompt_id}`);
  }

  report(facts: Partial<EventBody<'turn_reported'>> = {}): this {
    return this.add({
      ...{ type: 'turn_reported', message_ids: [MESSAGE], outcome: 'completed', result: 'Done.' },
      ...{ num_turns: 1, duration_ms: 5, total_cost_usd: 0.5 },
      ...facts,
    } as EventBody<'turn_reported'>);
  }
}

function tokens(count: number): Usage {
  const cached = { cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  return { input_tokens: count, output_tokens: count, ...cached };
}

/** The part of the hub that reports the ends of turns. */
function reportEnds({ log, reader }: RunningServer): MessageEnds {
  const output = { info: () => {}, warn: console.error };
  const facts = new OwnFacts({ log, now: Date.now, output });
  const ends = new MessageEnds({ log, reader, facts, output, readTranscript: async () => {}, restMs: 100 });
  onTestFinished(() => {
    ends.close();
    facts.close();
  });
  return ends;
}

function wait(server: RunningServer, options: Partial<WaitOptions> = {}): Promise<TurnResult> {
  const client = createClient({ url: server.url, token: server.tokens.operator });
  const signal = AbortSignal.timeout(patienceMs());
  return client.waitForTurn(SESSION, MESSAGE, { signal, ...options });
}

/** Starts to wait, and resolves once the wait is under way. */
async function waiting(server: RunningServer, play: Play, options: Partial<WaitOptions> = {}) {
  let received = 0;
  const result = wait(server, { onEvent: () => received++, ...options });
  await waitUntil('the wait to be under way', () => {
    play.add({ type: 'notification_raised', kind: 'note', message: 'hear me' });
    return received > 0;
  });
  return { result };
}

test('a stream session reports which prompts it answered', async ({ server }) => {
  const play = new Play(server, 'stream').queue();
  const { result } = await waiting(server, play);
  play.accept().prompt('do it', MESSAGE).say('Done.').finish();
  play.report({ message_ids: [OTHER, MESSAGE], structured_output: { n: 1 } });
  expect(await result).toEqual({
    ...{ session_id: SESSION, message_id: MESSAGE, outcome: 'completed', text: 'Done.' },
    ...{ structured_output: { n: 1 }, usage: tokens(0), cost_usd: 0.5, session_cost_usd: 0.5 },
  });
});

test('usage and cost are those of the turn, not of the session', async ({ server }) => {
  const play = new Play(server, 'stream')
    .use(100)
    .add({ type: 'cost_counted', total_usd: 2, is_complete: true });
  const { result } = await waiting(server, play.queue().use(10));
  play.accept().prompt('do it', MESSAGE).use(3);
  play.use(4).finish().report({ total_cost_usd: 2.25 });
  expect(await result).toMatchObject({ usage: tokens(7), cost_usd: 0.25, session_cost_usd: 2.25 });
  // A run that was resumed counts from zero again.
  play.queue('again', OTHER).accept(OTHER).use(5);
  play.report({ message_ids: [OTHER], total_cost_usd: 0.1 });
  const client = createClient({ url: server.url, token: server.tokens.operator });
  const second = await client.waitForTurn(SESSION, OTHER, { signal: AbortSignal.timeout(patienceMs()) });
  expect(second).toMatchObject({ usage: tokens(5), cost_usd: 0.1, session_cost_usd: 0.1 });
});

test('finds a turn in the history that was over before the wait', async ({ server }) => {
  new Play(server, 'stream')
    .prompt('do it', 'earlier', 'p0')
    .say('Long ago.')
    .finish('completed', 'p0')
    .queue()
    .accept()
    .prompt('do it', MESSAGE)
    .finish()
    .report()
    .add({ type: 'activity_changed', activity: 'idle' });
  expect(await wait(server)).toMatchObject({ outcome: 'completed', text: 'Done.' });
});

test('a failed turn has its reason and the text so far', async ({ server }) => {
  const play = new Play(server, 'stream').queue().accept().prompt('do it', MESSAGE).say('So far.');
  const error = { code: 'error_max_turns', message: 'Reached the maximum number of turns (1).' };
  play.add({
    ...{ type: 'turn_reported', message_ids: [MESSAGE], prompt_id: PROMPT, outcome: 'failed', error },
    ...{ num_turns: 1, duration_ms: 5, total_cost_usd: 0.5 },
  });
  expect(await wait(server)).toMatchObject({
    outcome: 'failed',
    error,
    text: 'So far.',
    session_cost_usd: 0.5,
  });
});

test('in a terminal the prompt is recognized by its text', async ({ server }) => {
  const play = new Play(server, 'tmux').queue('do\tit');
  const { result } = await waiting(server, play);
  play.prompt('something else', 'u0', 'p0').finish('completed', 'p0');
  play.accept().prompt(' do it').say('First words.');
  play.add({ type: 'tool_started', tool_use_id: 't', name: 'Bash', input: {} }, 'tool:t');
  play.say('Last words.').finish();
  expect(await result).toMatchObject({ outcome: 'completed', text: 'Last words.' });
});

test('the end comes after everything else of its turn, even for a slow reader', async ({ server }) => {
  const play = new Play(server, 'tmux').queue().accept().prompt().say('Slowly.').finish();
  play.add({ type: 'activity_changed', activity: 'idle' });
  // Every event arrives late, while calls get immediate responses: the session has long been idle.
  const slow: typeof fetch = async (target, init) => {
    const response = await fetch(target, init);
    return String(target).includes('/events') ? delayed(response, 400) : response;
  };
  const client = createClient({ url: server.url, token: server.tokens.operator, fetch: slow });
  const reported: string[] = [];
  const signal = AbortSignal.timeout(patienceMs());
  const onEvent = ({ type }: { type: string }) => reported.push(type);
  const result = await client.waitForTurn(SESSION, MESSAGE, { signal, since: 0, onEvent });
  expect(result).toMatchObject({ outcome: 'completed', text: 'Slowly.' });
  expect(reported.indexOf('message_finished')).toBeGreaterThan(reported.indexOf('assistant_text'));
  expect(reported.indexOf('assistant_text')).toBeGreaterThan(-1);
});

test('turns that an older hub did not report are reported on request', async ({ server }) => {
  const add = (type: 'message_delivered' | 'message_accepted') =>
    server.append(type, { message_id: MESSAGE });
  const facts = { when: 'queue', text: 'do it', images: 0, by: 'operator', place: 1 } as const;
  server.append('run_started', { pid: 1, start_mark: '1' });
  server.append('message_queued', { message_id: MESSAGE, ...facts });
  server.append('start_failed', { code: 'claude_not_found', message: 'Of a first try.' });
  add('message_delivered');
  const prompt = { uuid: 'u1', prompt_id: PROMPT, text: 'do it', origin: 'human', images: 0 };
  server.append('prompt_submitted', prompt, { item: 'prompt:u1', position: 1 });
  add('message_accepted');
  const said = { message_id: 'a', block: 0, text: 'Long ago.' };
  server.append('assistant_text', said, { item: 'text:a', position: 2 });
  const end = { prompt_id: PROMPT, outcome: 'completed' } as const;
  server.append('turn_finished', end, { item: `end:${PROMPT}`, position: 3 });
  server.append('run_ended', { pid: 1, start_mark: '1', reason: 'exited' });
  const before = server.deps.reader.session(SESSION)?.last_activity_at;
  reportEnds(server).takeUp(SESSION);
  expect(await wait(server)).toMatchObject({ outcome: 'completed', text: 'Long ago.' });
  expect(server.deps.reader.session(SESSION)?.last_activity_at).toBe(before);
});

test('the end may arrive before the prompt', async ({ server }) => {
  const play = new Play(server, 'tmux').queue();
  const { result } = await waiting(server, play);
  play.accept().finish('interrupted').prompt();
  expect(await result).toMatchObject({ outcome: 'interrupted', text: '' });
});

test('a prompt that is folded into a running turn ends with it', async ({ server }) => {
  const play = new Play(server, 'tmux').prompt('the first', 'u0').queue();
  const { result } = await waiting(server, play);
  play.accept().prompt('do it').say('Both done.').finish();
  expect(await result).toMatchObject({ outcome: 'completed', text: 'Both done.' });
});

test('an error that Claude Code reports in a terminal', async ({ server }) => {
  const play = new Play(server, 'tmux').queue().accept().prompt().finish('failed');
  play.add({ type: 'activity_changed', activity: 'idle' });
  expect(await wait(server)).toMatchObject({ outcome: 'failed', error: { code: 'rate_limit' } });
});

test('a command is over when it has printed, and that is its answer', async ({ server }) => {
  const play = new Play(server, 'tmux').queue('/model  opus');
  const { result } = await waiting(server, play);
  play.accept().add({ type: 'command_run', name: '/model', args: 'opus' }, 'command:p1');
  play.add({ type: 'command_printed', text: 'Set model to opus' }, 'command:p1');
  expect(await result).toMatchObject({ outcome: 'completed', text: 'Set model to opus' });
});

test('a command that starts a turn is over with the turn', async ({ server }) => {
  const play = new Play(server, 'tmux').prompt('before', 'u0', 'p0').say('Earlier.').queue('/review it');
  const { result } = await waiting(server, play);
  play.accept().add({ type: 'command_run', name: '/review', args: 'it' }, 'command:p1');
  play.say('Reviewed.').finish();
  expect(await result).toMatchObject({ outcome: 'completed', text: 'Reviewed.' });
});

test('a command without output is over when the session is idle', async ({ server }) => {
  new Play(server, 'tmux').queue('/model opus').accept();
  expect(await wait(server)).toMatchObject({ outcome: 'completed', text: '' });
});

test('does not wait forever for a stream session without a report', async ({ server }) => {
  const play = new Play(server, 'stream').queue().accept().prompt('do it', MESSAGE).say('Hm.').finish();
  play.add({ type: 'activity_changed', activity: 'idle' });
  expect(await wait(server)).toMatchObject({ outcome: 'completed', text: 'Hm.' });
});

test('a cancelled prompt', async ({ server }) => {
  const play = new Play(server, 'stream').queue();
  const { result: removed } = await waiting(server, play);
  play.add({ type: 'message_removed', message_id: MESSAGE, by: 'phone' });
  expect(await removed).toMatchObject({
    outcome: 'failed',
    error: { code: 'message_removed', message: expect.stringContaining('by phone') },
  });
  expect(await wait(server)).toMatchObject({ outcome: 'failed', error: { code: 'message_removed' } });
});

test('a failed prompt', async ({ server }) => {
  const play = new Play(server, 'stream').queue();
  const { result: failed } = await waiting(server, play);
  play.add({ type: 'message_failed', message_id: MESSAGE, code: 'run_ended', message: 'It ended.' });
  const error = { code: 'run_ended', message: 'It ended.' };
  expect(await failed).toMatchObject({ outcome: 'failed', error });
  expect(await wait(server)).toMatchObject({ outcome: 'failed', error });
});

test.for(['queued', 'accepted'])('a session that ends while the prompt is %s', async (state, { server }) => {
  const play = new Play(server, 'stream').queue();
  if (state === 'accepted') play.accept().prompt('do it', MESSAGE).say('Half');
  play.add({ type: 'run_ended', pid: 1, start_mark: '1', reason: 'killed' });
  const result = await wait(server);
  expect(result).toMatchObject({ outcome: 'failed', error: { code: 'session_ended' } });
  expect(result.error?.message).toContain(
    state === 'queued' ? 'once the session is resumed' : 'the turn did',
  );
});

test('a prompt left behind by an ended session has its turn once the session is resumed', async ({
  server,
}) => {
  const play = new Play(server, 'stream').queue();
  play.add({ type: 'run_ended', pid: 1, start_mark: '1', reason: 'killed' });
  expect(await wait(server, { since: 0 })).toMatchObject({ error: { code: 'session_ended' } });
  play.add({ type: 'run_started', pid: 2, start_mark: '2' });
  const { result } = await waiting(server, play.accept());
  play.report();
  expect(await result).toMatchObject({ outcome: 'completed', text: 'Done.' });
  expect(await wait(server, { since: 0 })).toMatchObject({ outcome: 'completed', text: 'Done.' });
});

test('/clear moves the conversation and completes', async ({ server }) => {
  const play = new Play(server, 'stream').queue('/clear');
  const { result } = await waiting(server, play);
  play.accept().add({ type: 'session_moved', to: OTHER, reason: 'clear' });
  expect(await result).toMatchObject({ outcome: 'completed', continued_as: OTHER });
});

test('an unknown prompt, and a caller that stops waiting', async ({ server }) => {
  const play = new Play(server, 'stream');
  expect(await wait(server)).toMatchObject({ outcome: 'failed', error: { code: 'message_not_found' } });
  play.queue();
  const controller = new AbortController();
  const { result } = await waiting(server, play, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(result).rejects.toThrow('enough');
});

test('an unknown session', async ({ server }) => {
  await expect(wait(server)).rejects.toMatchObject({ code: 'session_not_found' });
});

test('a turn that the hub continues after its limit ends with the last one', async ({ server }) => {
  const play = new Play(server, 'stream');
  play.add({ type: 'autonomy_chosen', non_interactive: false, auto_continue: { limit: 9 }, by: 'operator' });
  const error = { code: 'error_max_turns', message: 'Reached maximum number of turns (1)' };
  const limited = { outcome: 'failed', error, result: undefined } as const;
  play.queue().accept().report(limited);
  play.add({ type: 'auto_continued', message_id: OTHER, count: 1, limit: 9 });
  play
    .queue('continue', OTHER)
    .accept(OTHER)
    .report({ message_ids: [OTHER], result: 'All done.' });
  expect(await wait(server, { since: 0 })).toMatchObject({
    message_id: MESSAGE,
    outcome: 'completed',
    text: 'All done.',
  });
});

test('or at the limit, once the hub has decided to stop there', async ({ server }) => {
  const play = new Play(server, 'stream');
  play.add({ type: 'autonomy_chosen', non_interactive: false, auto_continue: { limit: 9 }, by: 'operator' });
  const error = { code: 'error_max_turns', message: 'Reached maximum number of turns (1)' };
  const waiting = wait(server, { since: 0 });
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  play.queue().accept().report({ outcome: 'failed', error, result: undefined });
  play.add({ type: 'activity_changed', activity: 'idle' });
  // The session is idle while the hub decides.
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(isOver).toBe(false);
  play.add({ type: 'auto_continue_stopped', reason: 'command', message: 'Nothing is left.' });
  expect(await waiting).toMatchObject({ outcome: 'failed', error });
});

/** The same response, each piece of it later. */
function delayed(response: Response, ms: number): Response {
  const late = new TransformStream<Uint8Array, Uint8Array>({
    async transform(piece, controller) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      controller.enqueue(piece);
    },
  });
  const { status, headers } = response;
  return new Response(response.body?.pipeThrough(late), { status, headers });
}
