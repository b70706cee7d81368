/** The turns that the editor waits for in one session. */
import type { ReinsEvent } from '../../protocol/events.ts';
import type { OpenTurn } from './open-turn.ts';

export class EditorTurns {
  readonly #turns = new Set<OpenTurn>();

  get open(): readonly OpenTurn[] {
    return [...this.#turns].filter(({ isOver }) => !isOver);
  }

  add(turn: OpenTurn): void {
    this.#turns.add(turn);
  }

  remove(turn: OpenTurn): void {
    this.#turns.delete(turn);
  }

  event(event: ReinsEvent): void {
    for (const turn of this.#turns) {
      turn.event(event);
      if (turn.isOver) this.#turns.delete(turn);
    }
  }

  /** Stops waiting for the turns without ending them. */
  putAside(): void {
    for (const turn of this.#turns) turn.putAside();
  }

  /** Nothing waits for them any more. */
  cancel(): void {
    for (const turn of this.open) {
      turn.isCancelled = true;
      turn.end({ outcome: 'interrupted' });
    }
  }

  fail(error: unknown): void {
    for (const turn of this.#turns) turn.fail(error);
    this.#turns.clear();
  }
}
