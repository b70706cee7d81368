/** Draws the prompts of one session, with each client's answer to each request. */
import { CLIENTS, type ClientName } from './clients.ts';
import type { Draw } from './draw.ts';
import type {
  PlannedAnswer,
  PlannedDecision,
  PlannedInteraction,
  PlannedPrompt,
  PromptKind,
} from './plan.ts';

const KINDS: Readonly<Record<PromptKind, number>> = {
  words: 3,
  permission: 4,
  two: 3,
  pair: 2,
  question: 2,
  long: 2,
};
const ASKS: Readonly<Record<PromptKind, number>> = {
  words: 0,
  permission: 1,
  two: 2,
  pair: 2,
  question: 1,
  long: 0,
};

const TO_PERMISSIONS: readonly PlannedDecision[] = ['allow', 'allow-edited', 'deny', 'deny-with-words'];
const TO_QUESTIONS: readonly PlannedDecision[] = ['choose', 'own-words', 'reply'];

export function drawPrompts(draw: Draw, session: number, durationMs: number): PlannedPrompt[] {
  const prompts: PlannedPrompt[] = [];
  for (let atMs = draw.between(0, 1500); atMs < durationMs; atMs += draw.between(300, 5500)) {
    const number = session * 1000 + prompts.length;
    const kind = draw.weighted(KINDS);
    prompts.push({
      mark: `prompt-${pad(number)}`,
      messageId: draw.uuid(),
      kind,
      when: draw.weighted({ queue: 8, steer: 2, now: 1 }),
      by: draw.pick(CLIENTS),
      atMs,
      asks: Array.from({ length: ASKS[kind] }, (_, index) =>
        drawInteraction(draw, `ask-${pad(number)}-${index + 1}`, kind),
      ),
    });
  }
  return prompts;
}

function drawInteraction(draw: Draw, mark: string, kind: PromptKind): PlannedInteraction {
  // Some requests stay open for a while, so that faults hit them.
  const lullMs = draw.chance(0.3) ? draw.between(800, 4000) : draw.between(0, 200);
  const answer = (): PlannedAnswer => ({
    delayMs: lullMs + draw.between(0, 30),
    decision: draw.pick(kind === 'question' ? TO_QUESTIONS : TO_PERMISSIONS),
  });
  const answers = Object.fromEntries(CLIENTS.map((client) => [client, answer()]));
  return { mark, answers: answers as Record<ClientName, PlannedAnswer> };
}

/** Marks have the same length, so that none is part of another. */
function pad(number: number): string {
  return String(number).padStart(4, '0');
}
