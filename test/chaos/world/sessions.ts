/** Starts the sessions of a run, sends their prompts, and resumes a session whenever it has ended. */
import { setTimeout as delay } from 'node:timers/promises';
import type { SessionAnswer } from '../../../src/protocol/api.ts';
import { patienceMs, waitUntil } from '../../../stage/patience.ts';
import { say, scene } from '../../../stage/screenplay.ts';
import type { PlannedSession } from '../plan/plan.ts';
import { callHub } from './http.ts';
import type { World } from './world.ts';

const LOOK_MS = 400;
const FIRST_PROMPT = 'say hello';

/** Each session gets a first turn, since Claude Code can resume only a session with a transcript. */
export async function startSessions(world: World): Promise<void> {
  world.stage.play(scene(FIRST_PROMPT, [say('Hello.')]));
  // There are no faults yet: a slow response is not a lost one.
  const operator = { ...world.operator(), patienceMs: patienceMs() };
  await Promise.all(
    world.plan.sessions.map(async ({ id, driver }, index) => {
      const cwd = world.projects[index] as string;
      const body = { session_id: id, cwd, driver, permission_mode: 'manual', prompt: FIRST_PROMPT };
      const { status, body: answer } = await callHub(operator, 'POST', '/sessions', body);
      if (status >= 300) throw new Error(`Failed to start the session: ${JSON.stringify(answer)}`);
      await waitUntil('the first turn of a session', async () => {
        const view = await readView(world, id);
        return view?.status === 'idle' && view.turns.some(({ outcome }) => outcome === 'completed');
      });
    }),
  );
}

/** Resolves when the hub has accepted every prompt. */
export async function sendPrompts({ plan, clients, startedAt }: World): Promise<void> {
  await Promise.all(
    plan.sessions.flatMap(({ id, prompts }) =>
      prompts.map(async (prompt) => {
        await delay(Math.max(0, startedAt + prompt.atMs - Date.now()));
        await clients[prompt.by].send(id, prompt);
      }),
    ),
  );
}

/** Resumes the session after a planned pause whenever it has ended, until the signal fires. */
export async function keepAlive(world: World, session: PlannedSession, signal: AbortSignal): Promise<void> {
  const delays = [...session.resumeDelaysMs];
  while (!signal.aborted) {
    const view = await readView(world, session.id);
    if (view?.status === 'ended') {
      await delay(delays.shift() ?? 0);
      await resume(world, session);
    }
    await delay(LOOK_MS);
  }
}

/** A refusal is not final: the hub may not have noticed yet that the old process is gone. */
async function resume(world: World, { id, driver }: PlannedSession): Promise<void> {
  const body = { driver, permission_mode: 'manual' };
  await callHub(world.operator(), 'POST', `/sessions/${id}/resume`, body).catch(() => {});
}

/** Undefined while the hub cannot be reached. */
export async function readView(world: World, id: string): Promise<SessionAnswer | undefined> {
  try {
    const { status, body } = await callHub(world.operator(), 'GET', `/sessions/${id}?limit=500`);
    return status === 200 ? body : undefined;
  } catch {
    return undefined;
  }
}
