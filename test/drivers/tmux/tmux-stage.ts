/** A tmux driver on a stage: its own home and server, and a record of its reports. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Driver, Run, RunOrder, RunReports } from '../../../src/drivers/driver.ts';
import { TmuxDriver } from '../../../src/drivers/tmux/tmux-driver.ts';
import type { Screen } from '../../../src/protocol/steering.ts';
import { waitUntil } from '../../../stage/patience.ts';
import { pressUntil } from '../../../stage/press-until.ts';
import type { Stage } from '../../../stage/stage.ts';

const run = promisify(execFile);

export interface RecordedReports extends RunReports {
  readonly ends: { runId: string; reason: string }[];
  readonly warnings: { runId: string; code: string; message: string }[];
}

export function recordReports(): RecordedReports {
  const ends: RecordedReports['ends'] = [];
  const warnings: RecordedReports['warnings'] = [];
  return {
    ends,
    warnings,
    line: () => true,
    takenUpTo: () => 0,
    ended: ({ runId }, reason) => void ends.push({ runId, reason }),
    warning: ({ runId }, code, message) => void warnings.push({ runId, code, message }),
  };
}

export interface TmuxStage extends Disposable {
  readonly home: string;
  readonly driver: Driver;
  readonly reports: RecordedReports;
  /** A new session in manual mode, unless the order overrides it. */
  start(order?: Partial<RunOrder>): Promise<Run>;
}

export function openTmuxStage(stage: Stage, name = 'reins-home'): TmuxStage {
  const home = join(stage.folder, name);
  const reports = recordReports();
  const driver = new TmuxDriver({ home, env: stage.env, reports });
  return {
    home,
    driver,
    reports,
    start: (order = {}) => driver.start(orderOn(stage, order)),
    [Symbol.dispose]: () => void driver.close(),
  };
}

export function orderOn(stage: Stage, order: Partial<RunOrder> = {}): RunOrder {
  return {
    sessionId: randomUUID(),
    how: 'new',
    cwd: stage.project,
    claude: stage.claudeBinary,
    env: stage.env,
    settings: {},
    ...order,
    choices: { permission_mode: 'default', ...order.choices },
  };
}

export function text(words: string) {
  return { messageId: randomUUID(), content: [{ type: 'text', text: words }] as const };
}

export function waitForScreen(run: Run, pattern: RegExp): Promise<Screen> {
  return waitUntil(
    `the screen to show ${pattern}`,
    async () => {
      const screen = await run.screen();
      return pattern.test(screen.text) ? screen : undefined;
    },
    { explain: async () => (await run.screen()).text },
  );
}

/** Selects the answer that trusts the folder, in Claude Code's dialog about it. */
export async function selectTrust(
  screen: () => Promise<string>,
  press: (key: string) => Promise<unknown>,
): Promise<void> {
  const isMarked = async () => (await screen()).includes('❯ Yes, I trust');
  await pressUntil('the answer to be marked', isMarked, () => press('Down'));
}

/** The process of the driver's own tmux server. */
export async function serverPid(stage: Stage, home: string): Promise<number> {
  const args = ['-S', join(home, 'tmux.sock'), 'display-message', '-p', '#{pid}'];
  const { stdout } = await run('tmux', args, { env: stage.env });
  return Number(stdout);
}

/** Presses keys at the run's terminal, as an attached person would. */
export async function pressKeys(
  stage: Stage,
  { home }: TmuxStage,
  { runId }: Run,
  ...keys: string[]
): Promise<void> {
  await run('tmux', ['-S', join(home, 'tmux.sock'), 'send-keys', '-t', `=${runId}:`, ...keys], {
    env: stage.env,
  });
}
