/** Scrolling a program that draws its own history: movements of a wheel or a finger become the steps of a terminal's wheel. */

/** Steps at once: more are a slip of the finger. */
const MOST_STEPS = 20;

export class WheelSteps {
  #rest = 0;

  /** Pixels moved, downwards positive, and how many make one step. */
  take(pixels: number, perStep: number): number {
    // A change of direction begins anew.
    if (Math.sign(pixels) !== Math.sign(this.#rest)) this.#rest = 0;
    this.#rest += pixels;
    const steps = Math.trunc(this.#rest / perStep);
    this.#rest -= steps * perStep;
    return Math.max(-MOST_STEPS, Math.min(MOST_STEPS, steps));
  }
}

/** What a terminal sends for steps of the wheel at a place of its screen, counted from 1. */
export function encodeWheel(steps: number, column: number, row: number): string {
  const button = steps < 0 ? 64 : 65;
  return `\x1b[<${button};${column};${row}M`.repeat(Math.abs(steps));
}
