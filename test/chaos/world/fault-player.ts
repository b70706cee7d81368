/** Performs the planned faults, each at its moment, and undoes those that last. */
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '../../../src/store/sqlite.ts';
import type { Damage, Fault } from '../plan/faults.ts';
import type { FaultRecord } from '../record.ts';
import { findClaude, findRunner, findTmuxServer } from './processes.ts';
import type { World } from './world.ts';

/** Resolves with a reason if the fault could not be performed. */
type Outcome = Promise<string | undefined>;

/** Resolves when all faults are over. */
/** How long each chunk is delayed on a slow line. */
const SLOW_MS = 120;

export async function playFaults(world: World): Promise<FaultRecord[]> {
  const { faults } = world.plan;
  return Promise.all(
    faults.map(async (fault): Promise<FaultRecord> => {
      await delay(Math.max(0, world.startedAt + fault.atMs - Date.now()));
      await moment(world, fault);
      const at = Date.now();
      const skipped = await play(world, fault).catch((error: Error) => error.message);
      return { fault, at, endedAt: Date.now(), ...(skipped !== undefined && { skipped }) };
    }),
  );
}

/** How long a fault waits for an event before it is performed regardless. */
const LONGEST_WAIT_MS = 4000;

async function moment(world: World, fault: Fault): Promise<void> {
  if (!fault.after) return;
  const ids = world.plan.sessions
    .filter(({ driver }, index) =>
      'session' in fault ? index === fault.session : !isOfTmux(fault) || driver === 'tmux',
    )
    .map(({ id }) => id);
  const { event, delayMs } = fault.after;
  const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
  await Promise.any(ids.map((id) => once(world.moments, `${event} ${id}`, { signal }))).catch(() => {});
  await delay(delayMs);
}

const isOfTmux = ({ kind }: Fault) => kind === 'kill-tmux' || kind === 'pause-tmux';

async function play(world: World, fault: Fault): Outcome {
  const { hub, home, stage, disk, clock, lines } = world;
  switch (fault.kind) {
    case 'kill-hub':
      await hub.killFor(fault.forMs, () => damageFiles(home, fault.damage));
      return undefined;
    case 'pause-hub':
      await hub.pauseFor(fault.forMs);
      return undefined;
    case 'kill-tmux':
      return kill(await findTmuxServer(home, stage.env));
    case 'pause-tmux':
      return pause(await findTmuxServer(home, stage.env), fault.forMs);
    case 'kill-claude':
      return kill(findClaude(stage.configDir, idOf(world, fault.session)));
    case 'kill-runner':
      return kill(findRunner(stage.configDir, idOf(world, fault.session)));
    case 'pause-claude':
      return pause(findClaude(stage.configDir, idOf(world, fault.session)), fault.forMs);
    case 'pause-runner':
      return pause(findRunner(stage.configDir, idOf(world, fault.session)), fault.forMs);
    case 'cut-line':
      lines[fault.line].cut();
      return undefined;
    case 'slow-line':
      lines[fault.line].setDelay(SLOW_MS);
      await delay(fault.forMs);
      lines[fault.line].setDelay(0);
      return undefined;
    case 'freeze-line':
      await lines[fault.line].freezeFor(fault.forMs);
      return undefined;
    case 'fill-disk':
      if (!disk) return 'no permission to mount a small disk';
      disk.fill();
      await delay(fault.forMs);
      disk.free();
      return undefined;
    case 'stall-disk':
      await stallDatabase(join(home, 'reins.db'), 2 * fault.forMs);
      return undefined;
    case 'upgrade':
      return (await hub.upgrade()) ? undefined : 'no earlier version was given';
    case 'jump-clock':
      clock.shift(fault.bySeconds);
      await delay(fault.forMs);
      clock.shift(0);
      return undefined;
  }
}

function idOf({ plan }: World, session: number): string {
  return plan.sessions[session]?.id ?? '';
}

async function kill(pid: number | undefined): Outcome {
  if (pid === undefined) return 'no such process';
  process.kill(pid, 'SIGKILL');
  return undefined;
}

async function pause(pid: number | undefined, forMs: number): Outcome {
  if (pid === undefined) return 'no such process';
  process.kill(pid, 'SIGSTOP');
  await delay(forMs);
  process.kill(pid, 'SIGCONT');
  return undefined;
}

/** To the hub, a stalled disk looks like a database that another process is writing to. */
async function stallDatabase(file: string, forMs: number): Promise<void> {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.exec('BEGIN IMMEDIATE');
    await delay(forMs);
    database.exec('ROLLBACK');
  } finally {
    database.close();
  }
}

const GARBAGE = '\u0000{"garbage": [1, 2';

function damageFiles(home: string, damage: Damage): void {
  const [hubFile, lockFile] = [join(home, 'hub.json'), join(home, 'hub.lock')];
  if (damage === 'hub-file-garbage') writeFileSync(hubFile, GARBAGE);
  if (damage === 'hub-file-deleted') rmSync(hubFile, { force: true });
  if (damage === 'lock-garbage') writeFileSync(lockFile, GARBAGE);
  if (damage === 'lock-deleted') rmSync(lockFile, { force: true });
}
