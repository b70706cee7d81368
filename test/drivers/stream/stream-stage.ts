/** A stream driver on a stage, with a recorder in place of the log. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalLine, Run, RunOrder, RunReports } from '../../../src/drivers/driver.ts';
import { findRunner } from '../../../src/drivers/stream/find-runner.ts';
import { StreamDriver, type StreamDriverOptions } from '../../../src/drivers/stream/stream-driver.ts';
import type { StreamMessage } from '../../../stage/headless-claude.ts';
import { waitUntil } from '../../../stage/patience.ts';
import type { Stage } from '../../../stage/stage.ts';

/** What a hub would have recorded in its log: it outlives drivers, as the log outlives hubs. */
export class Recorder implements RunReports {
  readonly lines: (JournalLine & { readonly runId: string })[] = [];
  /** The same lines, parsed. */
  readonly messages: StreamMessage[] = [];
  readonly ends: { readonly runId: string; readonly reason: string }[] = [];
  readonly warnings: { readonly code: string; readonly message: string }[] = [];
  /** Set to reject lines, as a log on a full disk does. */
  isFull = false;

  line({ runId }: Run, line: JournalLine): boolean {
    if (this.isFull) return false;
    this.lines.push({ ...line, runId });
    this.messages.push(JSON.parse(line.text));
    return true;
  }

  takenUpTo(runId: string): number {
    return this.lines.findLast((line) => line.runId === runId)?.end ?? 0;
  }

  ended({ runId }: Run, reason: string): void {
    this.ends.push({ runId, reason });
  }

  warning(_run: Run, code: string, message: string): void {
    this.warnings.push({ code, message });
  }

  /** Waits for a matching line and returns it. */
  next(what: string, fits: (message: StreamMessage) => boolean): Promise<StreamMessage> {
    return waitUntil(what, () => this.messages.find(fits), {
      explain: () => {
        const received = this.lines.slice(-15).map(({ text }) => text.slice(0, 300));
        return [JSON.stringify({ ends: this.ends, warnings: this.warnings }), ...received].join('\n');
      },
    });
  }

  /** Waits for this many results, and returns the last one. */
  async result(count = 1): Promise<StreamMessage> {
    const results = () => this.messages.filter(({ type }) => type === 'result');
    await this.next(`result ${count}`, () => results().length >= count);
    return results()[count - 1] as StreamMessage;
  }

  async end(count = 1): Promise<string> {
    const seen = await waitUntil('the end of the run', () => this.ends[count - 1]);
    return seen.reason;
  }
}

export interface StreamStage {
  readonly runsFolder: string;
  readonly recorder: Recorder;
  order(order?: Partial<RunOrder>): RunOrder;
  /** A driver, as one hub has it; a second one stands for the hub after a restart. */
  driver(options?: Partial<StreamDriverOptions>): StreamDriver;
  runFolder(run: Run): string;
  /** Waits until all traces of runs are gone. */
  isClean(): Promise<unknown>;
}

export function streamStage(stage: Stage, home = 'reins-home'): StreamStage {
  const runsFolder = join(stage.folder, home, 'runs');
  const recorder = new Recorder();
  return {
    runsFolder,
    recorder,
    order: (order = {}) => ({
      sessionId: randomUUID(),
      how: 'new',
      cwd: stage.project,
      claude: stage.claudeBinary,
      env: stage.env,
      settings: {},
      choices: {},
      ...order,
    }),
    driver: (options = {}) =>
      new StreamDriver({ runsFolder, runnerCommand: findRunner(), reports: recorder, ...options }),
    runFolder: ({ runId }) => join(runsFolder, runId),
    isClean: () =>
      waitUntil(
        'the folders of ended runs to go',
        () => !existsSync(runsFolder) || readdirSync(runsFolder).length === 0,
      ),
  };
}

export function textPrompt(text: string) {
  return { messageId: randomUUID(), content: [{ type: 'text' as const, text }] };
}
