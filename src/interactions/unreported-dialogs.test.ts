/**
 * Answers through terminals, and dialogs that only the list of live sessions reports: with a log, without a
 * terminal.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Draft } from '../core/draft.ts';
import type { PendingInteraction, RunDialogs } from '../drivers/driver.ts';
import { type OpenedLog, openLog } from '../store/open-log.ts';
import { NOON } from '../store/store-fixture.ts';
import { closedBefore, foundBefore } from './found-before.ts';
import type { Interactions } from './interactions.ts';
import { startInteractions } from './interactions-fixture.ts';

const sessionId = randomUUID();
const input = { command: 'touch a.txt' };
const at = NOON;

let folder: string;
let opened: OpenedLog;
let interactions: Interactions;
/** The terminal's dialog, by its command. Undefined without a terminal. */
let shown: string | undefined;

/** Longer than the wait for any hook or answer. */
const LONG_MS = 30_000;

beforeEach(() => {
  vi.useFakeTimers({ now: at });
  folder = mkdtempSync(join(tmpdir(), 'reins-dialogs-'));
  opened = openLog({ folder, host: 'host' });
  shown = undefined;
  interactions = startInteractions(opened);
  start();
});
afterEach(() => {
  vi.restoreAllMocks();
  interactions.close();
  opened.close();
  rmSync(folder, { recursive: true });
  vi.useRealTimers();
});

const dialogs: RunDialogs = {
  isAway: () => false,
  shown: async () => ({ kind: 'permission', input: { screen: shown } }),
  shows: async ({ input: asked }: PendingInteraction) => asked['command'] === shown,
  refusal: async () => undefined,
  answer: async () => true,
};

/** The runs are adopted. */
const start = () =>
  interactions.start({
    findResponder: () => undefined,
    findDialogs: () => (shown === undefined ? undefined : dialogs),
  });

const report = (...drafts: Draft[]) => opened.log.append([{ sessionId, drafts }]);
const started = (id: string, command: string): Draft => ({
  ...{ type: 'tool_started', source: 'transcript', at, item: `tool:${id}`, key: `tool:${id}` },
  ...{ tool_use_id: id, name: 'Bash', input: { command } },
});
const waits = (since = at): Draft => ({
  ...{ type: 'activity_changed', source: 'registry', at: since },
  ...{ activity: 'waiting', waiting_for: 'permission prompt' },
});
const runs: Draft = { type: 'run_started', source: 'registry', at, pid: 1, start_mark: '1' };
const asked = (id: string, source: 'hook' | 'registry', rest: object = {}): Draft => ({
  ...{ type: 'interaction_opened', source, at, key: `ask:${id}`, interaction_id: id },
  ...{ kind: 'permission', tool_name: 'Bash', input, suggestions: [], routes: [], ...rest },
});
const open = () => opened.reader.interactions('open');
/** The interaction that is found if no other report arrives in time. */
const first = async () => {
  expect(open()).toEqual([]);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  return open()[0];
};

test('a session waits with its only call without a result', async () => {
  report(runs, started('t', 'touch a.txt'), waits());
  expect(await first()).toMatchObject({
    ...{ kind: 'permission', tool_use_id: 't', tool_name: 'Bash', input, routes: [], without_hook: true },
    opened_at: new Date(at).toISOString(),
  });
});

test('chooses the call on the screen if there are several', async () => {
  shown = 'touch b.txt';
  report(runs, started('t', 'touch a.txt'), started('u', 'touch b.txt'), waits());
  expect(await first()).toMatchObject({ tool_use_id: 'u', routes: ['keys'] });
});

test('looks again if no dialog is on the screen yet, as while someone types', async () => {
  shown = 'touch b.txt';
  vi.spyOn(dialogs, 'shown').mockResolvedValueOnce(undefined);
  vi.spyOn(dialogs, 'shows').mockResolvedValueOnce(false).mockResolvedValueOnce(false);
  report(runs, started('t', 'touch a.txt'), started('u', 'touch b.txt'), waits());
  expect(await first()).toMatchObject({ tool_use_id: 'u' });
});

test('uses the text on the screen if no call matches', async () => {
  shown = 'Something new';
  report(runs, started('t', 'touch a.txt'), waits());
  expect(await first()).toMatchObject({ kind: 'permission', input: { screen: 'Something new' } });
});

test('finds nothing if a hook arrives in time; ignores other dialogs', async () => {
  report(runs, started('t', 'touch a.txt'), waits(), asked('one', 'hook'));
  const other = randomUUID();
  const menu: Draft = {
    ...{ type: 'activity_changed', source: 'registry', at, activity: 'waiting', waiting_for: 'dialog open' },
  };
  opened.log.append([{ sessionId: other, drafts: [{ ...runs }, menu] }]);
  const third = randomUUID();
  opened.log.append([{ sessionId: third, drafts: [{ ...runs }, waits()] }]);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(new Set(open().map(({ session_id }) => session_id))).toEqual(new Set([sessionId, third]));
});

test('finds nothing if a hook arrives and is answered during the check', async () => {
  let see: (isShown: boolean) => void = () => {};
  const looking = new Promise<boolean>((resolve) => {
    see = resolve;
  });
  const shows = vi.spyOn(dialogs, 'shows').mockImplementationOnce(() => looking);
  shown = 'touch a.txt';
  report(runs, started('t', 'touch a.txt'), waits());
  await vi.advanceTimersByTimeAsync(2000);
  expect(shows).toHaveBeenCalledOnce();
  const moment = new Date(Date.now()).toISOString();
  const answer = {
    by: { type: 'device', name: 'phone' },
    at: moment,
    route: 'hook',
    applied: 'sent',
  } as const;
  report(asked('one', 'hook', { tool_use_id: 't' }), {
    ...{
      type: 'interaction_closed',
      source: 'driver',
      at: Date.now(),
      interaction_id: 'one',
      state: 'answered',
    },
    answer,
  });
  see(true);
  await vi.advanceTimersByTimeAsync(100);
  expect(open()).toEqual([]);
});

test('a later hook adds details to the same request', async () => {
  report(runs, started('t', 'touch a.txt'), waits());
  const { id = '' } = (await first()) ?? {};
  const payload = { session_id: sessionId, hook_event_name: 'PermissionRequest', tool_name: 'Bash' };
  const state = () => opened.reader.session(sessionId);
  const late = { ...payload, tool_input: { ...input, description: 'x' } } as never;
  expect(foundBefore(state(), { ...payload, tool_input: { command: 'rm a.txt' } } as never)).toBeUndefined();
  expect(foundBefore(state(), late)).toBe(id);
  report({ ...asked(id, 'hook', { suggestions: [{ type: 'setMode' }] }), at: at + 5000 });
  expect(open()).toMatchObject([
    { id, tool_use_id: 't', suggestions: [{ type: 'setMode' }], opened_at: new Date(at).toISOString() },
  ]);
  // Even after a restart, when it comes again.
  expect(foundBefore(state(), late)).toBe(id);
});

test('a hook that arrives while keys answer its dialog opens nothing', async () => {
  report(runs, started('t', 'touch a.txt'), waits());
  const { id = '' } = (await first()) ?? {};
  const moment = new Date(at + 2000).toISOString();
  const answer = {
    by: { type: 'device', name: 'phone' },
    at: moment,
    route: 'keys',
    applied: 'sent',
  } as const;
  report({
    type: 'interaction_closed',
    source: 'driver',
    at: at + 2000,
    interaction_id: id,
    state: 'answered',
    answer,
  });
  const payload = { session_id: sessionId, hook_event_name: 'PermissionRequest', tool_name: 'Bash' };
  const found = () =>
    foundBefore(opened.reader.session(sessionId), { ...payload, tool_input: input } as never);
  expect(found()).toBe(id);
  // Once the dialog is gone, the same command is a new request.
  report({ type: 'activity_changed', source: 'registry', at: at + 3000, activity: 'working' });
  expect(found()).toBeUndefined();
});

test('a hook that arrives after its dialog is over is not a new request', async () => {
  const turn = { prompt_id: 'u', claude_prompt_id: 'p', uuid: 'u', text: 'go', origin: 'human', images: 0 };
  report(runs, {
    ...{ type: 'prompt_submitted', source: 'transcript', at, item: 'prompt:u', position: 1, ...turn },
  } as Draft);
  report({ ...started('t', 'touch a.txt'), position: 2 }, waits());
  const { id = '' } = (await first()) ?? {};
  const late = (hook: object = {}) =>
    closedBefore(opened.reader, opened.reader.session(sessionId), {
      ...{ session_id: sessionId, hook_event_name: 'PermissionRequest', tool_name: 'Bash', prompt_id: 'p' },
      ...{ tool_input: input, ...hook },
    } as never);
  expect(late()).toBeUndefined();
  report({
    ...{ type: 'interaction_closed', source: 'driver', at: at + 3000, interaction_id: id },
    state: 'withdrawn',
  });
  // The status may still show it.
  expect(late()).toBe(id);
  report({ type: 'activity_changed', source: 'registry', at: at + 4000, activity: 'idle' });
  expect(late()).toBe(id);
  expect(late({ tool_input: { command: 'touch b.txt' } })).toBeUndefined();
  expect(late({ prompt_id: 'q' })).toBeUndefined();
  // Another dialog, and then another call with the same input: either may be meant.
  report(waits(at + 5000));
  expect(late()).toBeUndefined();
  report({ type: 'activity_changed', source: 'registry', at: at + 6000, activity: 'working' });
  expect(late()).toBe(id);
  report({ ...started('again', 'touch a.txt'), position: 3 });
  expect(late()).toBeUndefined();
});

test('keys are a route while there is a terminal', async () => {
  report(runs, asked('one', 'hook'));
  const { signal } = new AbortController();
  void interactions.hold('one', { isBlocking: false, retries: false, signal });
  shown = 'touch a.txt';
  interactions.onRunChange(sessionId);
  expect(open()).toMatchObject([{ routes: ['hook', 'keys'] }]);
  shown = undefined;
  interactions.onRunChange(sessionId);
  expect(open()).toMatchObject([{ routes: ['hook'] }]);
});

test('an answer is not lost while its keys are being pressed', async () => {
  let finish = (_outcome: 'unsure') => {};
  const pressing = new Promise<'unsure'>((resolve) => {
    finish = resolve;
  });
  vi.spyOn(dialogs, 'answer').mockImplementationOnce(() => pressing);
  shown = 'touch a.txt';
  report(runs, asked('one', 'hook'), waits());
  const by = { type: 'device', name: 'phone' } as const;
  const answer = interactions.answers.answer(
    'one',
    { decision: 'allow' },
    { by, authorize: () => {}, key: undefined },
  );
  await vi.advanceTimersByTimeAsync(5 * LONG_MS);
  const now = () => opened.reader.interaction('one');
  expect(now()).toMatchObject({ state: 'answered', answer: { applied: 'sent' } });
  finish('unsure');
  await vi.advanceTimersByTimeAsync(5000);
  expect(await answer).toMatchObject({ answer: { by, applied: 'sent' } });
  // Then its dialog should disappear.
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(now()).toMatchObject({ state: 'open', reopened: 1 });
});

test('an answer did not arrive if its dialog is still on the screen after a restart', async () => {
  const answer = { by: { type: 'device', name: 'phone' }, at: new Date(at).toISOString(), route: 'keys' };
  const closed = { interaction_id: 'one', state: 'answered', answer: { ...answer, applied: 'sent' } };
  report(runs, asked('one', 'hook'), waits(at - 60_000));
  report({
    type: 'interaction_closed',
    source: 'driver',
    at: at - 30_000,
    key: 'closed:one',
    ...closed,
  } as Draft);
  shown = 'touch a.txt';
  interactions.close();
  interactions = startInteractions(opened);
  start();
  expect(await first()).toMatchObject({ id: 'one', reopened: 1, routes: ['keys'] });
});
