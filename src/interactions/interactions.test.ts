import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Draft } from '../core/draft.ts';
import { type OpenedLog, openLog } from '../store/open-log.ts';
import { NOON } from '../store/store-fixture.ts';
import { startInteractions } from './interactions-fixture.ts';

let folder: string;
let opened: OpenedLog;
beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  folder = mkdtempSync(join(tmpdir(), 'reins-interactions-'));
  opened = openLog({ folder, host: 'host' });
});
afterEach(() => {
  opened.close();
  rmSync(folder, { recursive: true });
  vi.useRealTimers();
});

/** Long enough for every conclusion from silence, and shorter than a decision may take to arrive. */
const later = () => vi.advanceTimersByTimeAsync(6000);

test('retries facts that the log rejected, and throws nothing', async () => {
  const { log, reader } = opened;
  const sessionId = randomUUID();
  const warnings: string[] = [];
  let failures = 2;
  const interactions = startInteractions({
    log: {
      onCommit: (listener) => log.onCommit(listener),
      append(batches) {
        if (failures-- > 0) throw new Error('the disk is full');
        return log.append(batches);
      },
    },
    reader,
    output: { info: () => {}, warn: (message) => warnings.push(message) },
  });
  const common = { source: 'hook' as const, at: NOON };
  const asked = {
    interaction_id: 'one',
    kind: 'permission' as const,
    input: {},
    suggestions: [],
    routes: [],
  };
  log.append([{ sessionId, drafts: [{ ...common, type: 'session_started', how: 'startup' }] }]);
  log.append([{ sessionId, drafts: [{ ...common, type: 'interaction_opened', ...asked }] }]);
  log.append([
    { sessionId, drafts: [{ ...common, at: common.at + 1, type: 'session_ended', reason: 'other' }] },
  ]);
  await vi.advanceTimersByTimeAsync(9990);
  expect(warnings).toHaveLength(2);
  expect(reader.interaction('one')).toMatchObject({ state: 'open' });
  await vi.advanceTimersByTimeAsync(20);
  expect(warnings).toHaveLength(2);
  expect(reader.interaction('one')).toMatchObject({ state: 'withdrawn' });
  interactions.close();
});

test('a hook held while the log cannot be written becomes a route once it can', async () => {
  const { log, reader } = opened;
  const sessionId = randomUUID();
  let isFull = false;
  const interactions = startInteractions({
    log: {
      onCommit: (listener) => log.onCommit(listener),
      append(batches) {
        if (isFull) throw new Error('the disk is full');
        return log.append(batches);
      },
    },
    reader,
  });
  const common = { source: 'hook' as const, at: NOON };
  const asked = {
    interaction_id: 'one',
    kind: 'permission' as const,
    input: {},
    suggestions: [],
    routes: [],
  };
  log.append([
    {
      sessionId,
      drafts: [
        { ...common, type: 'run_started', pid: 1, start_mark: '1' },
        { ...common, type: 'interaction_opened', ...asked },
      ],
    },
  ]);
  isFull = true;
  const { signal } = new AbortController();
  void interactions.hold('one', { isBlocking: false, retries: false, signal });
  expect(reader.interaction('one')?.routes).toEqual([]);
  await later();
  isFull = false;
  await later();
  expect(reader.interaction('one')?.routes).toEqual(['hook']);
  interactions.close();
});

test('withdraws a request that the hub interrupts', async () => {
  const { log, reader } = opened;
  const sessionId = randomUUID();
  const interactions = startInteractions({ log, reader });
  const at = NOON;
  const common = { source: 'transcript' as const, at };
  const tool = { item: 'tool:t', tool_use_id: 't', ...common };
  const pending = { interaction_id: 'one', kind: 'permission' as const, tool_use_id: 't', tool_name: 'Bash' };
  const drafts: Draft[] = [
    { type: 'run_started', pid: 1, start_mark: '1', ...common },
    { type: 'tool_started', name: 'Bash', input: {}, ...tool },
    { type: 'interaction_opened', ...pending, input: {}, suggestions: [], routes: ['hook'], ...common },
    { type: 'interrupt_requested', by: 'phone', source: 'driver', at: at + 5 },
    { type: 'tool_finished', content: '', is_error: true, ...tool, at: at + 9 },
    { type: 'tool_decided', decision: 'reject', decided_by: 'user_interrupt', ...tool, at: at + 9 },
  ];
  log.append([{ sessionId, drafts }]);
  await later();
  expect(reader.interaction('one')).toMatchObject({ state: 'withdrawn' });
  expect(reader.interaction('one')?.answer).toBeUndefined();
  interactions.close();
});

test('withdraws a request that arrives after its call was interrupted', async () => {
  const { log, reader } = opened;
  const sessionId = randomUUID();
  const interactions = startInteractions({ log, reader });
  const at = NOON;
  const report = (...drafts: Draft[]) => log.append([{ sessionId, drafts }]);
  const common = { source: 'transcript' as const, at };
  const tool = { item: 'tool:t', tool_use_id: 't', ...common };
  const pending = { interaction_id: 'one', kind: 'permission' as const, tool_name: 'Bash', routes: [] };
  report(
    { type: 'run_started', pid: 1, start_mark: '1', ...common },
    { type: 'tool_started', name: 'Bash', input: {}, ...tool },
    { type: 'interrupt_requested', by: 'phone', source: 'driver', at: at + 5 },
    { type: 'interaction_opened', ...pending, input: {}, suggestions: [], source: 'hook', at: at + 300 },
  );
  await later();
  expect(reader.interaction('one')).toMatchObject({ state: 'open', tool_use_id: 't' });
  report(
    { type: 'tool_finished', content: '', is_error: true, ...tool, at: at + 9 },
    { type: 'tool_decided', decision: 'reject', decided_by: 'user_interrupt', ...tool, at: at + 9 },
  );
  await later();
  expect(reader.interaction('one')).toMatchObject({ state: 'withdrawn' });
  interactions.close();
});

test('no terminal answers the request of a stream run: only its end withdraws it', async () => {
  const { log, reader } = opened;
  const sessionId = randomUUID();
  const interactions = startInteractions({ log, reader });
  const at = NOON;
  const report = (...drafts: Draft[]) => log.append([{ sessionId, drafts }]);
  const common = { source: 'stream' as const, at };
  const tool = { item: 'tool:t', tool_use_id: 't', ...common };
  const pending = { interaction_id: 'one', kind: 'permission' as const, tool_use_id: 't', tool_name: 'Bash' };
  report(
    { type: 'run_started', pid: 1, start_mark: '1', ...common },
    { type: 'tool_started', name: 'Bash', input: {}, ...tool },
    { type: 'interaction_opened', ...pending, input: {}, suggestions: [], routes: ['control'], ...common },
    { type: 'tool_finished', content: '', is_error: false, ...tool, at: at + 5 },
    { type: 'activity_changed', activity: 'idle', ...common, at: at + 6 },
  );
  await later();
  expect(reader.interaction('one')).toMatchObject({ state: 'open' });
  report({ type: 'run_ended', pid: 1, start_mark: '1', reason: 'killed', ...common, at: at + 9 });
  await later();
  expect(reader.interaction('one')).toMatchObject({ state: 'withdrawn' });
  interactions.close();
});

describe('an answer that was sent', () => {
  const at = NOON - 5000;
  const common = { source: 'transcript' as const, agent_id: undefined };
  const answered = (decided: object, route = 'control') => ({
    ...{
      type: 'interaction_closed',
      interaction_id: 'one',
      state: 'answered',
      source: 'driver',
      at: at + 30,
    },
    answer: {
      ...{ by: { type: 'device', name: 'phone' }, at: new Date(at + 30).toISOString() },
      ...{ route, applied: 'sent', ...decided },
    },
  });
  const begin = (decided: object, route?: string) => {
    const sessionId = randomUUID();
    const interactions = startInteractions(opened);
    const report = (...drafts: object[]) => opened.log.append([{ sessionId, drafts: drafts as Draft[] }]);
    const call = { item: 'tool:t', tool_use_id: 't', ...common };
    report(
      { type: 'run_started', pid: 1, start_mark: '1', source: 'registry', at },
      { type: 'tool_started', name: 'Bash', input: { command: 'ls' }, ...call, at },
      {
        ...{ type: 'interaction_opened', interaction_id: 'one', kind: 'permission', tool_name: 'Bash' },
        ...{ tool_use_id: 't', input: { command: 'ls' }, suggestions: [], routes: ['hook'] },
        ...{ source: 'hook', at: at + 20 },
      },
      answered(decided, route),
    );
    const reject = (content: string, afterMs = 900) => [
      { type: 'tool_finished', content, is_error: true, ...call, at: at + afterMs },
      { type: 'tool_decided', ...call, decision: 'reject', decided_by: 'user_interrupt', at: at + afterMs },
    ];
    return { report, interactions, reject, now: () => opened.reader.interaction('one')?.answer };
  };
  const turnEnd = { type: 'turn_finished', prompt_id: 'p', outcome: 'interrupted', source: 'transcript' };

  test('is lost if the call was rejected or interrupted, and the turn is over', async () => {
    const { report, interactions, reject, now } = begin(
      { decision: 'allow', input: { command: 'ls -l' } },
      'hook',
    );
    report(...reject('The user does not want to proceed'));
    await later();
    expect(now()?.applied).toBe('sent');
    report({ ...turnEnd, at: at + 1000 });
    await later();
    expect(now()).toMatchObject({ applied: 'lost', reason: expect.stringContaining('rejected') });
    interactions.close();
  });

  test('is lost if the turn ended in the moment in which it was sent', async () => {
    const { report, interactions, reject, now } = begin({ decision: 'allow' }, 'hook');
    report(...reject('The user does not want to proceed', 30), { ...turnEnd, at: at + 30 });
    await later();
    expect(now()).toMatchObject({ applied: 'lost', reason: expect.stringContaining('rejected') });
    interactions.close();
  });

  test('is superseded if the call was rejected before', async () => {
    const { report, interactions, reject, now } = begin({ decision: 'allow' }, 'hook');
    report(...reject('The user does not want to proceed', 29), { ...turnEnd, at: at + 29 });
    await later();
    expect(now()).toMatchObject({ applied: 'superseded', by: { name: 'terminal' }, decision: 'deny' });
    interactions.close();
  });

  test('is settled by a hub that starts after the process has ended', async () => {
    const { report, interactions, now } = begin({ decision: 'allow' });
    interactions.close();
    report({ type: 'run_ended', pid: 1, start_mark: '1', reason: 'killed', source: 'registry', at: at + 50 });
    const next = startInteractions(opened);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(now()).toMatchObject({ applied: 'lost' });
    next.close();
  });

  test('is lost with a process that ends before it shows acceptance', async () => {
    const { report, interactions, now } = begin({ decision: 'allow' }, 'hook');
    report({ type: 'run_ended', pid: 1, start_mark: '1', reason: 'killed', source: 'registry', at: at + 50 });
    await later();
    expect(now()).toMatchObject({ applied: 'lost', reason: expect.stringContaining('exited') });
    interactions.close();
  });

  test('is superseded if an interrupt rejected the call with its text', async () => {
    const { report, interactions, reject, now } = begin({ decision: 'deny', message: 'use a branch' });
    report(...reject('The user does not want to proceed'));
    await later();
    expect(now()).toMatchObject({ applied: 'superseded', by: { name: 'interrupt' } });
    interactions.close();
  });
});

describe('by the events of the session', () => {
  const ASK = {
    ...{ type: 'interaction_opened', interaction_id: 'one', kind: 'permission', tool_name: 'Bash' },
    ...{ input: { command: 'ls' }, suggestions: [], routes: [], source: 'hook' },
  };
  const CALL = { item: 'tool:t', tool_use_id: 't', source: 'transcript' };
  const begun = (at: number) => [
    { type: 'run_started', pid: 1, start_mark: '1', source: 'registry', at },
    { type: 'tool_started', name: 'Bash', input: { command: 'ls' }, ...CALL, at },
  ];
  const activity = (now: string, at: number) => ({
    ...{ type: 'activity_changed', activity: now, source: 'registry', at },
  });
  const keep = (...facts: object[]) => {
    const sessionId = randomUUID();
    const interactions = startInteractions(opened);
    const report = (...drafts: object[]) => opened.log.append([{ sessionId, drafts: drafts as Draft[] }]);
    report(...facts);
    return { report, interactions, now: () => opened.reader.interaction('one') };
  };
  const at = NOON - 5000;

  test('the status may show the dialog before its request arrives: it is answered when the status changes', async () => {
    const { report, interactions, now } = keep(...begun(at), activity('waiting', at + 10), {
      ...ASK,
      at: at + 20,
    });
    report(activity('working', at + 500));
    await later();
    expect(now()?.state).toBe('answered');
    expect(now()?.answer).toMatchObject({ by: { type: 'terminal' }, applied: 'confirmed' });
    expect(now()?.answer).not.toHaveProperty('decision');
    report({ type: 'tool_finished', content: 'ok', is_error: false, ...CALL, at: at + 900 });
    await later();
    expect(now()?.answer).toHaveProperty('decision', 'allow');
    interactions.close();
  });

  test('of two identical requests, each belongs to its own call', async () => {
    const [runs] = begun(at);
    const two = { ...ASK, interaction_id: 'two', at };
    const { report, interactions } = keep(runs as object, { ...ASK, at }, two);
    const call = { type: 'tool_started', name: 'Bash', input: { command: 'ls' }, source: 'transcript', at };
    report(
      { ...call, item: 'tool:t', tool_use_id: 't' },
      { ...call, item: 'tool:u', tool_use_id: 'u', at: at + 1 },
    );
    await later();
    const calls = ['one', 'two'].map((id) => opened.reader.interaction(id)?.tool_use_id);
    expect(calls).toEqual(['t', 'u']);
    interactions.close();
  });

  test('an earlier, closed dialog proves nothing about a later request', async () => {
    const { interactions, now } = keep(
      ...begun(at),
      activity('waiting', at + 10),
      activity('working', at + 100),
      {
        ...ASK,
        at: at + 200,
      },
    );
    await later();
    expect(now()).toMatchObject({ state: 'open', tool_use_id: 't' });
    interactions.close();
  });

  test('the late end of an earlier turn does not withdraw a dialog on the screen', async () => {
    const { report, interactions, now } = keep(...begun(at), activity('waiting', at + 10), {
      ...ASK,
      at: at + 20,
    });
    report({
      ...{ type: 'turn_finished', prompt_id: 'p', outcome: 'completed', item: 'end:p', source: 'hook' },
      at: at + 30,
    });
    await later();
    expect(now()).toMatchObject({ state: 'open' });
    interactions.close();
  });

  test('the same dialog shows that a decision was not accepted, and opens it again', async () => {
    const longAgo = NOON - 60_000;
    const dialog = [...begun(longAgo), activity('waiting', longAgo + 10), { ...ASK, at: longAgo + 20 }];
    const { report, interactions, now } = keep(...dialog);
    const answer = {
      by: { type: 'device', name: 'phone' },
      route: 'hook',
      applied: 'sent',
      decision: 'allow',
    };
    report({
      ...{ type: 'interaction_closed', interaction_id: 'one', state: 'answered', source: 'driver' },
      ...{ at: longAgo + 30, answer: { ...answer, at: new Date(longAgo + 30).toISOString() } },
    });
    // Not immediately: a held hook may come again after a restart of the hub.
    await later();
    expect(now()?.state).toBe('answered');
    await later();
    expect(now()).toMatchObject({ reopened: 1, routes: [] });
    interactions.close();
  });

  test('a clock that is set forward does not make a decision lost', async () => {
    const { report, interactions, now } = keep(...begun(at), activity('waiting', at + 10), {
      ...ASK,
      at: at + 20,
    });
    report({
      ...{ type: 'interaction_closed', interaction_id: 'one', state: 'answered', source: 'driver', at: NOON },
      answer: {
        ...{ by: { type: 'device', name: 'phone' }, at: new Date(NOON).toISOString() },
        ...{ route: 'hook', applied: 'sent', decision: 'allow' },
      },
    });
    await vi.advanceTimersByTimeAsync(10);
    const tomorrow = NOON + 86_400_000;
    vi.setSystemTime(tomorrow);
    report({
      ...{ type: 'tool_started', item: 'tool:u', tool_use_id: 'u', name: 'Read', input: {} },
      ...{ source: 'transcript', at: tomorrow },
    });
    await later();
    expect(now()).toMatchObject({ state: 'answered', answer: { applied: 'sent' } });
    await later();
    expect(now()).toMatchObject({ state: 'open', reopened: 1 });
    interactions.close();
  });

  test('a held request is not on the screen: another dialog there proves nothing about it', async () => {
    const { report, interactions, now } = keep(...begun(at), { ...ASK, at: at + 20 });
    const { signal } = new AbortController();
    const hook = { isBlocking: true, retries: true, signal };
    void interactions.hold('one', hook);
    const held_until = new Date(NOON + 60_000).toISOString();
    report(activity('waiting', at + 100), activity('working', at + 200));
    await later();
    expect(now()).toMatchObject({ state: 'open', held_until });
    interactions.letGo();
    const shown_at = new Date(Date.now()).toISOString();
    await later();
    expect(now()).toMatchObject({ state: 'open', shown_at });
    report(activity('waiting', Date.now()), activity('working', Date.now() + 1));
    await later();
    expect(now()?.state).toBe('answered');
    interactions.close();
  });

  test("a subagent's request that is reported after its end is withdrawn", async () => {
    const { report, interactions, now } = keep(...begun(at));
    report({ type: 'agent_started', subagent_id: 'a1', agent_type: 'x', source: 'hook', at: at + 10 });
    report({ type: 'agent_finished', subagent_id: 'a1', source: 'hook', at: at + 300 });
    report({ ...ASK, agent_id: 'a1', at: at + 400 });
    expect(now()).toMatchObject({ state: 'open' });
    await later();
    expect(now()?.state).toBe('withdrawn');
    interactions.close();
  });

  test("a subagent's request ends with it, not with the dialogs of others", async () => {
    const { report, interactions, now } = keep(...begun(at), { ...ASK, agent_id: 'a1', at: at + 20 });
    report(activity('waiting', at + 100), activity('working', at + 200), activity('idle', at + 300));
    report({ type: 'agent_finished', subagent_id: 'a2', source: 'hook', at: at + 400 });
    await later();
    expect(now()).toMatchObject({ state: 'open' });
    report({ type: 'agent_finished', subagent_id: 'a1', source: 'hook', at: at + 500 });
    await later();
    expect(now()?.state).toBe('withdrawn');
    interactions.close();
  });

  describe('a form', () => {
    const FORM = {
      ...ASK,
      kind: 'elicitation',
      tool_name: undefined,
      input: { mcp_server_name: 'my server' },
    };
    const started = (id: string, at: number) => ({
      ...{
        type: 'tool_started',
        name: 'mcp__my_server__ask',
        input: {},
        item: `tool:${id}`,
        tool_use_id: id,
      },
      ...{ source: 'transcript', at },
    });
    const finished = { type: 'tool_finished', content: 'ok', is_error: false, ...CALL };
    const run = (entrypoint: string) => ({
      ...{ type: 'run_started', pid: 1, start_mark: '1', entrypoint, source: 'registry', at },
    });

    test('belongs to the running call of its server, and ends with it', async () => {
      const { report, interactions, now } = keep(run('cli'), started('t', at), { ...FORM, at: at + 20 });
      await later();
      expect(now()).toMatchObject({ state: 'open', tool_use_id: 't' });
      report({ ...finished, at: at + 900 });
      await later();
      expect(now()?.state).toBe('answered');
      expect(now()?.answer).toMatchObject({ by: { type: 'terminal' } });
      expect(now()?.answer).not.toHaveProperty('decision');
      interactions.close();
    });

    test('of two running calls it could be either', async () => {
      const { interactions, now } = keep(run('cli'), started('t', at), started('u', at), {
        ...FORM,
        at: at + 20,
      });
      await later();
      expect(now()).not.toHaveProperty('tool_use_id');
      interactions.close();
    });

    test('is withdrawn without a terminal', async () => {
      const { report, interactions, now } = keep(run('sdk-cli'), started('t', at), { ...FORM, at: at + 20 });
      report({ ...finished, at: at + 900 });
      await later();
      expect(now()).toMatchObject({ state: 'withdrawn', tool_use_id: 't' });
      expect(now()).not.toHaveProperty('answer');
      interactions.close();
    });

    test('the end of the call proves our answer', async () => {
      const { report, interactions, now } = keep(run('cli'), started('t', at), { ...FORM, at: at + 20 });
      const by = { type: 'device', name: 'phone' };
      const answer = {
        by,
        at: new Date(at + 30).toISOString(),
        route: 'hook',
        applied: 'sent',
        action: 'decline',
      };
      const closing = { type: 'interaction_closed', interaction_id: 'one', state: 'answered', answer };
      report({ ...closing, source: 'driver', at: at + 30 });
      report({ ...finished, decided_by: 'config', decision: 'accept', at: at + 900 });
      await later();
      expect(now()?.answer?.applied).toBe('confirmed');
      expect(now()?.answer).toMatchObject({ by, action: 'decline' });
      interactions.close();
    });
  });
});
