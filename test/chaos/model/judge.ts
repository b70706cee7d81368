/** The model: everything that must be true of a run, as a list of rules. Each rule is pure and returns its violations. */
import type { RunRecord, Violation } from '../record.ts';
import { judgeCalls } from './judge-calls.ts';
import { judgeHub } from './judge-hub.ts';
import { judgeInteractions } from './judge-interactions.ts';
import { judgeLog } from './judge-log.ts';
import { judgePrompts } from './judge-prompts.ts';
import { judgeQuiet } from './judge-quiet.ts';
import { judgeSequences } from './judge-sequences.ts';
import { judgeView } from './judge-view.ts';

const JUDGES = [
  judgePrompts,
  judgeInteractions,
  judgeCalls,
  judgeSequences,
  judgeView,
  judgeLog,
  judgeQuiet,
  judgeHub,
] as const;

export function judge(record: RunRecord): Violation[] {
  return JUDGES.flatMap((rule) => rule(record));
}
