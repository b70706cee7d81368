/** Converts wheel and finger movements to terminal wheel steps, for programs that draw their own history. */

/** The most steps at once; more are unintended. */
const MOST_STEPS = 20;

export class WheelSteps {
  #rest = 0;

  /** Pixels moved, downwards positive, and how many make one step. */
  take(pixels: number, perStep: number): number {
    // A change of direction starts over.
    if (Math.sign(pixels) !== Math.sign(this.#rest)) this.#rest = 0;
    this.#rest += pixels;
    const steps = Math.trunc(this.#rest / perStep);
    this.#rest -= steps * perStep;
    return Math.max(-MOST_STEPS, Math.min(MOST_STEPS, steps));
  }
}

/** Encodes wheel steps at a screen position, counted from 1. */
export function encodeWheel(steps: number, column: number, row: number): string {
  const button = steps < 0 ? 64 : 65;
  return `\x1b[<${button};${column};${row}M`.repeat(Math.abs(steps));
}
