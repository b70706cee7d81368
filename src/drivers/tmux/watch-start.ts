/**
 * Watches a terminal while Claude Code starts, until its input box appears: whether it exits immediately, and which dialogs
 * it shows first. Reports each dialog once, with what to do, so that no session hangs silently.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { describeObstacle } from './describe-obstacle.ts';
import type { ClaudeScreen, Obstacle } from './screen/read-screen.ts';

/** Until then, a start that shows nothing may just be slow. */
const SLOW_MS = 30_000;
/** How long a person gets to answer the dialogs of a start before we stop watching. */
const PATIENCE_MS = 600_000;
const LOOK_EVERY_MS = 150;
const LOOK_AGAIN_EVERY_MS = 500;

export interface StartEyes {
  look(): Promise<ClaudeScreen>;
  /** Throws if the process has exited. */
  checkAlive(): Promise<void>;
  warn(code: string, message: string): void;
  readonly howToSee: string;
  readonly signal: AbortSignal;
}

/** Resolves once something is on the screen: the input box, or a dialog, which is then watched in the background. */
export async function watchStart(eyes: StartEyes): Promise<void> {
  const deadline = performance.now() + SLOW_MS;
  for (;;) {
    await eyes.checkAlive();
    const { box, obstacle } = await eyes.look();
    if (box) return;
    const isSlow = performance.now() > deadline;
    if (obstacle && (isSlow || isQuestion(obstacle))) {
      warn(eyes, obstacle);
      void followDialogs(eyes, obstacle).catch(() => {
        // The run has ended, which is reported elsewhere.
      });
      return;
    }
    await delay(LOOK_EVERY_MS);
  }
}

async function followDialogs(eyes: StartEyes, first: Obstacle): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let reported = first;
  while (!eyes.signal.aborted && performance.now() < deadline) {
    const { box, obstacle } = await eyes.look();
    if (box) return;
    if (obstacle && obstacle !== reported && isQuestion(obstacle)) {
      reported = obstacle;
      warn(eyes, obstacle);
    }
    await delay(LOOK_AGAIN_EVERY_MS, undefined, { ref: false });
  }
}

function warn(eyes: StartEyes, obstacle: Obstacle): void {
  eyes.warn(obstacle, `${describeObstacle(obstacle)}. Respond in the terminal: ${eyes.howToSee}.`);
}

/** False for an empty or half-drawn screen. */
function isQuestion(obstacle: Obstacle): boolean {
  return obstacle !== 'starting' && obstacle !== 'unknown_screen';
}
