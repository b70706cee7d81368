/** `reins doctor`: checks everything Reins depends on and prints how to fix what is wrong. */
import type { Check, Finding } from '../doctor/check.ts';
import { claudeCheck, configFolderCheck } from '../doctor/claude-checks.ts';
import { fleetCheck } from '../doctor/fleet-check.ts';
import { hookRouteCheck } from '../doctor/hook-route-check.ts';
import { hooksCheck } from '../doctor/hooks-check.ts';
import { liveSessionsCheck } from '../doctor/live-sessions-check.ts';
import {
  homeCheck,
  logCheck,
  nodeCheck,
  portCheck,
  settingsCheck,
  tmuxCheck,
} from '../doctor/machine-checks.ts';
import { policyCheck } from '../doctor/policy-check.ts';
import { endOrphans, runsCheck } from '../doctor/runs-check.ts';
import { plural } from '../terminal/format.ts';

const CHECKS: readonly Check[] = [
  nodeCheck,
  claudeCheck,
  tmuxCheck,
  configFolderCheck,
  homeCheck,
  settingsCheck,
  logCheck,
  portCheck,
  hooksCheck,
  hookRouteCheck,
  policyCheck,
  liveSessionsCheck,
  runsCheck,
  fleetCheck,
];

type Diagnosis = Omit<Finding, 'repair'> & { readonly name: string };

export interface DoctorOptions {
  readonly json?: boolean;
  readonly endRuns?: boolean;
  readonly fix?: boolean;
}

/** Returns the exit code: 1 if something must be fixed before Reins can work. */
export async function doctor({ json, endRuns, fix }: DoctorOptions): Promise<number> {
  if (endRuns) {
    const ended = await endOrphans(process.env);
    if (!json) console.log(`Ended ${plural(ended.length, 'run', 'runs')} that no hub controlled.\n`);
  }
  const diagnoses: Diagnosis[] = await Promise.all(
    CHECKS.map(async (check) => ({ name: check.name, ...(await look(check, fix === true)) })),
  );
  console.log(json ? JSON.stringify({ checks: diagnoses }, null, 2) : render(diagnoses));
  return diagnoses.some(({ verdict }) => verdict === 'fail') ? 1 : 0;
}

/** Repairs what is safe to repair, and looks again. */
async function look(check: Check, isFixing: boolean): Promise<Omit<Finding, 'repair'>> {
  const { repair, ...finding } = await check.look(process.env);
  if (!repair || !isFixing) return finding;
  await repair();
  const { repair: _, ...after } = await check.look(process.env);
  return after.verdict === 'ok' ? { ...after, message: `${after.message} (fixed)` } : after;
}

function render(diagnoses: readonly Diagnosis[]): string {
  const width = Math.max(...diagnoses.map(({ name }) => name.length));
  return diagnoses
    .map(({ verdict, name, message, fix }) => {
      const line = `${verdict.padEnd(4)}  ${name.padEnd(width)}  ${message}`;
      return fix ? `${line}\n${' '.repeat(width + 8)}${fix}` : line;
    })
    .join('\n');
}
