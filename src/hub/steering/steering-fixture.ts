/**
 * For tests of steering: a real log, and runs whose process is the test itself, so that they live as long as
 * it does.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import type { Draft } from '../../core/draft.ts';
import type { Driver, Handover, Prompt, Run, RunOrder, RunReports } from '../../drivers/driver.ts';
import type { Clock } from '../../lib/clock.ts';
import { readStartMark } from '../../lib/process-identity.ts';
import type { EventBody, Observed } from '../../protocol/events.ts';
import type { Source } from '../../protocol/primitives.ts';
import type { Capability } from '../../protocol/session.ts';
import { type OpenedLog, openLog } from '../../store/open-log.ts';
import { NOON } from '../../store/store-fixture.ts';
import { Steering } from './steering.ts';

const ALL: readonly Capability[] = [
  'prompt',
  'queue',
  'steer',
  'interrupt',
  'set_model',
  'set_mode',
  'images',
];

/** A run that records the calls made to it. */
export interface ScriptedRun extends Run {
  readonly order: RunOrder | undefined;
  readonly delivered: Prompt[];
  readonly calls: string[];
  isBlockedBy: string | undefined;
  draftText: string | undefined;
  /** How it replies to the prompts it receives. */
  handover: Handover;
}

export interface SteeringStage {
  readonly opened: OpenedLog;
  readonly folder: string;
  steering: Steering;
  readonly runs: ScriptedRun[];
  readonly now: Clock;
  /** The folders that a person has trusted. */
  readonly trusted: Set<string>;
  /** The setting. */
  allHooks: boolean;
  autoContinue: { limit: number } | null;
  /** Called when a run is about to start; may throw. */
  onStart: () => void;
  /** Called when the transcript of a session is read. */
  onRead: (sessionId: string) => void;
  reports: RunReports;
  /** Logs a fact about a session as Claude Code would. */
  report(
    sessionId: string,
    fact: EventBody,
    about?: { observed?: Observed; key?: string; source?: Source },
  ): void;
  /** A session that has ended and can be resumed. */
  past(sessionId: string): void;
  /** The types of a session's events in the log. */
  types(sessionId: string): string[];
  /** The hub dies, and another takes its place. */
  restart(how?: { canRedeliver?: boolean; isAlive?: boolean }): Promise<void>;
}

export const steeringTest = test.extend<{ stage: SteeringStage }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the destructuring to learn what a fixture needs
  stage: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'reins-steering-'));
    const opened = openLog({ folder, host: 'desk' });
    const stage = openStage(folder, opened);
    await use(stage);
    stage.steering.close();
    opened.close();
    rmSync(folder, { recursive: true });
  },
});

function openStage(folder: string, opened: OpenedLog): SteeringStage {
  const { log, reader, database } = opened;
  const runs: ScriptedRun[] = [];
  const transcript = join(folder, 'transcript.jsonl');
  writeFileSync(transcript, '');
  const claude = join(folder, 'claude');
  writeFileSync(claude, '#!/bin/sh\necho 2.1.325\n', { mode: 0o755 });

  const trusted = new Set([folder]);

  const begin = (how: { canRedeliver?: boolean; isAlive?: boolean }) => {
    let reports: RunReports | undefined;
    const start = async (order: RunOrder) => {
      stage.onStart();
      const run = scriptRun(order.sessionId, order, how.canRedeliver ?? true, (ended) => {
        stage.report(ended.sessionId, {
          type: 'run_ended',
          pid: ended.pid,
          start_mark: ended.startMark,
          reason: 'exited',
        });
      });
      runs.push(run);
      return run;
    };
    const driver: Driver = {
      name: 'stream',
      start,
      reattach: async () => (how.isAlive ? runs.slice(-1) : []),
      close: () => {},
    };
    const steering = new Steering({
      log,
      reader,
      database,
      output: { info: () => {}, warn: (message, error) => console.error(message, error) },
      now: tick,
      orders: {
        env: { REINS_CLAUDE: claude, PATH: '/bin' },
        hooks: { socket: '/hub.sock', forwarder: '/ask.sh', relay: '/relay.sh', bell: '/bell' },
        allHooks: () => stage.allHooks,
      },
      folders: {
        isTrusted: (cwd) => trusted.has(cwd),
        rootOf: (cwd) => cwd,
        trust: (cwd) => void trusted.add(cwd),
      },
      defaultDriver: () => 'stream',
      autoContinue: () => stage.autoContinue,
      drivers: (given) => {
        reports = given;
        return { stream: driver, tmux: { ...driver, name: 'tmux', reattach: async () => [] } };
      },
      takeUp: async ({ sessionId, pid, startMark }) => ({
        ...scriptRun(sessionId, undefined, false, () => {}, ['interrupt']),
        pid,
        startMark,
      }),
      intake: { line: () => true, takenUpTo: () => 0, forget: () => {} },
      openSession: async (sessionId) => stage.onRead(sessionId),
      checkProcesses: () => {},
    });
    return { steering, reports: reports as unknown as RunReports };
  };

  const stage: SteeringStage = {
    opened,
    folder,
    ...begin({}),
    runs,
    now: tick,
    trusted,
    allHooks: false,
    autoContinue: null,
    onStart: () => {},
    onRead: () => {},
    report(sessionId, fact, about = {}) {
      const draft = { source: 'transcript', ...fact, ...about, at: tick() } as Draft;
      log.append([{ sessionId, drafts: [draft] }]);
    },
    past(sessionId) {
      const observed = { transcript_path: transcript, cwd: folder, permission_mode: 'acceptEdits' };
      stage.report(sessionId, { type: 'session_found', bytes: 1 }, { observed });
    },
    types: (sessionId) => reader.events({ after: 0, limit: 10_000, sessionId }).map(({ type }) => type),
    async restart(how = {}) {
      stage.steering.close();
      Object.assign(stage, begin(how));
      const last = runs.at(-1);
      if (last) Object.assign(last, { canRedeliver: how.canRedeliver ?? true });
      await stage.steering.adoptEarlier();
    },
  };
  return stage;
}

let made = 0;
let time = NOON;
/** Each reading of the clock is a millisecond later, so that no two events have the same time. */
const tick: Clock = () => ++time;

function scriptRun(
  sessionId: string,
  order: RunOrder | undefined,
  canRedeliver: boolean,
  onStop: (run: Run) => void,
  capabilities: readonly Capability[] = ALL,
): ScriptedRun {
  const calls: string[] = [];
  const delivered: Prompt[] = [];
  const note = (call: string) => async () => void calls.push(call);
  const run: ScriptedRun = {
    runId: `run-${++made}`,
    driver: order ? 'stream' : 'external',
    sessionId,
    // A check of the process finds it alive: it is the test itself.
    pid: process.pid,
    startMark: readStartMark(process.pid) ?? '',
    capabilities,
    canRedeliver,
    order,
    delivered,
    calls,
    isBlockedBy: undefined,
    draftText: undefined,
    handover: 'handed_over',
    isUnsent: async (text) => run.draftText === text,
    blockedBy: async () => run.isBlockedBy,
    draft: async () => run.draftText,
    async deliver(prompt) {
      delivered.push(prompt);
      return run.handover;
    },
    interrupt: note('interrupt'),
    setModel: (model) => note(`model ${model}`)(),
    setPermissionMode: (mode) => note(`mode ${mode}`)(),
    rename: (name) => note(`name ${name}`)(),
    async stop() {
      calls.push('stop');
      onStop(run);
    },
    screen: async () => ({ text: 'screen', columns: 80, rows: 24 }),
    terminalCommand: () => ['tmux', 'attach'],
  };
  return run;
}
