/**
 * A random run: real hub, real Claude Code, real tmux, and faults at random moments. Then the model checks what was
 * recorded.
 * `npm run chaos` performs many of them.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startingDriverSchema } from '../../src/protocol/steering.ts';
import { testLimitMs } from '../../stage/patience.ts';
import { isLong } from '../repetitions.ts';
import { seed } from '../seed.ts';
import { stageTest } from '../stage-test.ts';
import { judge } from './model/judge.ts';
import { drawPlan } from './plan/plan.ts';
import type { RunRecord, Violation } from './record.ts';
import { runPlan } from './run-plan.ts';
import { timelineOf } from './timeline.ts';
import { openWorld } from './world/world.ts';

/** `npm test` performs the same run each time: hub, runner, claude and tmux are killed, the hub is paused, lines are cut and slowed down. */
const FIXED_SEED = 105;
const chosenSeed = process.env['REINS_SEED'] ? seed() : FIXED_SEED;
const isSmall = process.env['CHAOS_SECONDS'] === undefined && !isLong;
const seconds = Number(process.env['CHAOS_SECONDS'] ?? (isSmall ? 30 : 60));
const drivers = (process.env['CHAOS_DRIVERS'] ?? 'stream,tmux')
  .split(',')
  .map((name) => startingDriverSchema.parse(name));
/** A kept folder whose record is checked again, instead of a new run. */
const keptFolder = process.env['CHAOS_JUDGE'];
/** Where `npm run chaos` expects the numbers of the run. */
const summaryFile = process.env['CHAOS_SUMMARY'];

test.runIf(keptFolder)(`the record in ${keptFolder}`, () => {
  const record = JSON.parse(readFileSync(join(keptFolder as string, 'record.json'), 'utf8')) as RunRecord;
  const violations = judge(record);
  report(record, violations);
  expect(violations.map(describeViolation)).toEqual([]);
});

stageTest.skipIf(keptFolder)(
  `a chaos run of ${seconds} s with seed ${chosenSeed}`,
  { timeout: seconds * 1000 + 3 * testLimitMs() },
  async ({ stage }) => {
    const plan = drawPlan({ seed: chosenSeed, durationMs: seconds * 1000, drivers, isSmall });
    const world = await openWorld(stage, plan);
    let violations: Violation[] = [];
    try {
      const record = await runPlan(world);
      violations = judge(record);
      report(record, violations);
      writeFileSync(join(stage.folder, 'record.json'), JSON.stringify(record));
    } finally {
      // The disk is about to be removed: its files are evidence. Some may be gone before they are copied.
      spawnSync('cp', ['-a', world.home, join(stage.folder, 'reins-home-at-the-end')]);
      world.close();
    }
    expect(violations.map(describeViolation)).toEqual([]);
  },
);

const describeViolation = ({ rule, message }: Violation) => `${rule}: ${message}`;

function report(record: RunRecord, violations: readonly Violation[]): void {
  const summary = summarize(record, violations);
  console.log(JSON.stringify(summary));
  for (const { fault, skipped } of record.faults)
    if (skipped) console.log(`Skipped ${fault.kind} at ${fault.atMs} ms: ${skipped}.`);
  for (const violation of violations) {
    console.error(`REINS_SEED=${record.plan.seed} violates ${violation.rule}: ${violation.message}`);
    console.error(timelineOf(record, violation));
  }
  if (summaryFile) writeFileSync(summaryFile, JSON.stringify(summary));
}

function summarize({ plan, sessions, calls, faults }: RunRecord, violations: readonly Violation[]) {
  const opened = sessions.flatMap(({ events }) => events.filter(({ type }) => type === 'interaction_opened'));
  return {
    seed: plan.seed,
    prompts: sessions.reduce((sum, session) => sum + session.plan.prompts.length, 0),
    asks: opened.length,
    answers: calls.filter(({ what, status }) => what === 'answer' && status !== undefined).length,
    events: sessions.reduce((sum, { events }) => sum + events.length, 0),
    faults: faults.filter(({ skipped }) => !skipped).length,
    violations: violations.length,
    rules: [...new Set(violations.map(({ rule }) => rule))],
  };
}
