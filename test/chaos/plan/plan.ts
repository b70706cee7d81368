/** The plan of a chaos run: everything that will be attempted, as data. It depends only on the seed. */
import type { MessageWhen } from '../../../src/protocol/messages.ts';
import type { StartingDriver } from '../../../src/protocol/steering.ts';
import { seededRandom } from '../../seed.ts';
import type { ClientName } from './clients.ts';
import { Draw } from './draw.ts';
import { drawFaults, type Fault } from './faults.ts';
import { drawPrompts } from './prompts.ts';

/**
 * `words`: an answer without tools. `permission`: one command. `two`: two commands in one message, requested one after the
 * other. `pair`: two files read in one message, requested together. `question`: a question. `long`: an answer that takes
 * seconds.
 */
export type PromptKind = 'words' | 'permission' | 'two' | 'pair' | 'question' | 'long';

export type PlannedDecision =
  | 'allow'
  | 'allow-edited'
  | 'deny'
  | 'deny-with-words'
  | 'choose'
  | 'own-words'
  | 'reply';

export interface PlannedAnswer {
  readonly delayMs: number;
  readonly decision: PlannedDecision;
}

export interface PlannedInteraction {
  readonly mark: string;
  readonly answers: Readonly<Record<ClientName, PlannedAnswer>>;
}

export interface PlannedPrompt {
  /** Appears in the text of this prompt only. */
  readonly mark: string;
  readonly messageId: string;
  readonly kind: PromptKind;
  readonly when: MessageWhen;
  readonly by: ClientName;
  readonly atMs: number;
  readonly asks: readonly PlannedInteraction[];
}

export interface PlannedSession {
  readonly id: string;
  readonly driver: StartingDriver;
  readonly prompts: readonly PlannedPrompt[];
  /** How long the session stays ended before it is resumed, the first time, the second time, and so on. */
  readonly resumeDelaysMs: readonly number[];
}

export interface Plan {
  readonly seed: number;
  readonly durationMs: number;
  readonly sessions: readonly PlannedSession[];
  readonly faults: readonly Fault[];
}

export interface PlanOptions {
  readonly seed: number;
  readonly durationMs: number;
  readonly drivers: readonly StartingDriver[];
  /** With few sessions, so that other tests can run in parallel. */
  readonly isSmall?: boolean;
}

type Counts = Readonly<Record<StartingDriver, readonly [number, number]>>;
const SESSIONS: Counts = { stream: [3, 6], tmux: [1, 2] };
const FEW_SESSIONS: Counts = { stream: [2, 2], tmux: [1, 1] };
const RESUMES = 20;

export function drawPlan({ seed, durationMs, drivers, isSmall = false }: PlanOptions): Plan {
  const draw = new Draw(seededRandom(seed));
  const counts = isSmall ? FEW_SESSIONS : SESSIONS;
  const chosen = drivers.flatMap(
    (driver) => Array(draw.between(...counts[driver])).fill(driver) as typeof drivers,
  );
  const sessions = chosen.map((driver, index): PlannedSession => {
    const resumeDelaysMs = Array.from({ length: RESUMES }, () => draw.between(0, 2500));
    return { id: draw.uuid(), driver, resumeDelaysMs, prompts: drawPrompts(draw, index, durationMs) };
  });
  const faults = drawFaults(draw, chosen, durationMs);
  return { seed, durationMs, sessions, faults };
}
