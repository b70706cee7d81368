/**
 * Says decisions again of which it is not known whether they have arrived, until they have, or until it no longer
 * matters. Only for routes on which the same decision twice is harmless.
 */
import type { Interaction } from '../protocol/interactions.ts';
import type { Route } from './routes/route.ts';
import { sentDecision } from './sent-decision.ts';

const AGAIN_MS = 2000;

export class AnswerRepeater {
  readonly #read: (interactionId: string) => Interaction | undefined;
  readonly #waiting = new Set<NodeJS.Timeout>();
  #isClosed = false;

  /** `read` tells how an interaction stands by now. */
  constructor(read: (interactionId: string) => Interaction | undefined) {
    this.#read = read;
  }

  async repeat(route: Route, interaction: Interaction): Promise<void> {
    const now = this.#read(interaction.id);
    const decision = now && sentDecision(now, route.name);
    if (!decision || this.#isClosed) return;
    if ((await route.send(now, decision).catch(() => 'unsure' as const)) !== 'unsure') return;
    if (this.#isClosed) return;
    const again = setTimeout(() => {
      this.#waiting.delete(again);
      void this.repeat(route, interaction);
    }, AGAIN_MS);
    this.#waiting.add(again.unref());
  }

  close(): void {
    this.#isClosed = true;
    for (const again of this.#waiting) clearTimeout(again);
  }
}
