/**
 * `sharedHubTest`: the tests of a file use the same stage and hub, one after another, which costs less than a hub for each.
 * Each test has its own project folder and sees only its own requests; its sessions end before the next one starts. A test
 * that fails, or leaves no running hub, is the last one on its stage: the next test gets a new stage.
 */
import { test } from 'vitest';
import { isProcessAlive } from '../src/lib/process-identity.ts';
import type { Interaction } from '../src/protocol/interactions.ts';
import { waitUntil } from '../stage/patience.ts';
import { openStage, type Stage } from '../stage/stage.ts';
import { stageProcesses } from '../stage/stage-folder.ts';
import { type DrivenHub, startDrivenHub, type View } from './drivers/driven-hub.ts';
import { keepEvidence } from './evidence.ts';

interface Shared {
  readonly stage: Stage;
  readonly hub: DrivenHub;
}

class SharedHub {
  #open: Shared | undefined;
  #tests = 0;

  async lend(): Promise<Shared> {
    this.#tests += 1;
    try {
      if (this.#open) await this.#clear(this.#open);
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#open ??= await open();
    const { stage, hub } = this.#open;
    return { stage: forOneTest(stage, this.#tests), hub };
  }

  /** Ends what the test before has left. */
  async #clear({ stage, hub }: Shared): Promise<void> {
    if (!isProcessAlive(hub.pid)) return this.close();
    await endOthers(stage.folder, hub.pid);
    await waitUntil('the hub to see that the sessions of the test before have ended', () => isAtRest(hub), {
      explain: hub.output,
    });
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.stage.close();
  }
}

async function open(): Promise<Shared> {
  const stage = await openStage();
  try {
    return { stage, hub: await startDrivenHub(stage) };
  } catch (error) {
    await stage.close();
    throw error;
  }
}

function forOneTest(stage: Stage, number: number): Stage {
  const project = number === 1 ? stage.project : stage.makeProject(`test-${number}/project`);
  const before = stage.requests.length;
  return {
    ...stage,
    project,
    get requests() {
      return stage.requests.slice(before);
    },
    headless: (options) => stage.headless({ cwd: project, ...options }),
    terminal: (options) => stage.terminal({ cwd: project, ...options }),
  };
}

/** How often a process may be seen after SIGTERM, before it gets SIGKILL: it may be frozen, or wait for a person. */
const TIMES_SEEN = 20;

/** Ends all processes of the stage except the hub. Claude Code can first finish what it writes. */
async function endOthers(folder: string, hub: number): Promise<void> {
  const seen = new Map<number, number>();
  await waitUntil('the processes of the test before to end', () => {
    const pids = stageProcesses(folder).filter((pid) => pid !== hub);
    for (const pid of pids) {
      const times = seen.get(pid) ?? 0;
      seen.set(pid, times + 1);
      if (times === 0) send(pid, 'SIGTERM');
      else if (times > TIMES_SEEN) send(pid, 'SIGKILL');
    }
    return pids.length === 0;
  });
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already exited.
  }
}

async function isAtRest(hub: DrivenHub): Promise<boolean> {
  const [sessions, interactions] = await Promise.all([
    hub.ask('GET', '/sessions?limit=200'),
    hub.ask('GET', '/interactions?state=open'),
  ]);
  return (
    // One without a process consists of hooks that a test has sent.
    (sessions.items as View[]).every(({ status, pid }) => status === 'ended' || pid === undefined) &&
    (interactions.items as Interaction[]).length === 0
  );
}

export const sharedHubTest = test.extend<{ shared: SharedHub; lent: Shared; stage: Stage; hub: DrivenHub }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the destructuring to learn what a fixture needs
    async ({}, use) => {
      const shared = new SharedHub();
      await use(shared);
      await shared.close();
    },
    { scope: 'file' },
  ],
  lent: async ({ shared, task }, use) => {
    const lent = await shared.lend();
    await use(lent);
    keepEvidence(task, lent.stage.folder);
    if (task.result?.state === 'fail') await shared.close();
  },
  stage: ({ lent }, use) => use(lent.stage),
  hub: ({ lent }, use) => use(lent.hub),
});
