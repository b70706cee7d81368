/** The turns that the editor waits for in one session. Looks at the session from time to time for what no event tells. */
import type { SessionAnswer } from '../../protocol/api.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import { pause } from '../../sdk/backoff.ts';
import type { OpenTurn } from './open-turn.ts';

const LOOK_MS = 3000;

export class EditorTurns {
  readonly #look: () => Promise<SessionAnswer>;
  readonly #signal: AbortSignal;
  readonly #turns = new Set<OpenTurn>();
  readonly #watched = new WeakSet<OpenTurn>();
  #isLooking = false;

  constructor(look: () => Promise<SessionAnswer>, signal: AbortSignal) {
    this.#look = look;
    this.#signal = signal;
  }

  get open(): readonly OpenTurn[] {
    return [...this.#turns].filter(({ isOver }) => !isOver);
  }

  add(turn: OpenTurn): void {
    this.#turns.add(turn);
  }

  /** From now on a look at the session can tell about the turn: its message has been sent. */
  watch(turn: OpenTurn): void {
    this.#watched.add(turn);
    if (!this.#isLooking) void this.#lookAgain();
  }

  remove(turn: OpenTurn): void {
    this.#turns.delete(turn);
  }

  event(event: ReinsEvent): void {
    for (const turn of this.#turns) turn.event(event);
  }

  /** Ends what waits for the turns, but not the turns. */
  putAside(): void {
    for (const turn of this.#turns) turn.putAside();
  }

  /** Nobody waits for them any more. */
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

  async #lookAgain(): Promise<void> {
    this.#isLooking = true;
    while (this.open.length > 0 && !this.#signal.aborted) {
      await pause(LOOK_MS, this.#signal);
      // Chosen before the look, which knows nothing of messages that are sent meanwhile.
      const watched = this.open.filter((turn) => this.#watched.has(turn));
      // A hub that is away comes back, or the person cancels.
      const view = await this.#look().catch(() => undefined);
      if (view) for (const turn of watched) turn.look(view);
    }
    this.#isLooking = false;
    for (const turn of this.#turns) if (turn.isOver) this.#turns.delete(turn);
  }
}
